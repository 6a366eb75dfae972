import { Button } from "~/ui/forms/button";
import { LabelledInput, LabelledSelect } from "~/ui/forms/labelled";
import { currencies, isPayWrong, notices, payUnits, processes, type CandidateFilters } from "./filters";

type FindFormProps = {
  /** The page's own address. */
  path: string;
  filters: CandidateFilters;
  /** Is anything asked for that leaves somebody out? */
  isNarrowed: boolean;
  /** The address that asks for nothing. */
  all: string;
};

/** Whom the page shows: a form that only looks, so that each view has an address. */
export function FindForm({ path, filters, isNarrowed, all }: FindFormProps) {
  const { words, city, skills, any, notice, pay, per, currency, process, unasked, unknown } = filters;
  const hasMore = [notice, pay, process, unasked].some((value) => value !== undefined);
  return (
    <form method="get" action={path} role="search" aria-label="Candidates" className="find-people no-print">
      <LabelledInput name="words" label="Words, name or number" type="search" defaultValue={words} maxLength={200} />
      <LabelledInput
        name="skills"
        label="Skills"
        type="search"
        defaultValue={skills}
        maxLength={200}
        placeholder="TIG, MIG"
        autoComplete="off"
      />
      <LabelledInput name="city" label="City" type="search" defaultValue={city} maxLength={200} autoComplete="off" />
      <details className="filters" open={hasMore}>
        <summary>Notice, pay, in process</summary>
        <div className="more">
          <LabelledSelect name="notice" label="Notice at most" options={notices} value={notice ?? ""} empty="Any" />
          <LabelledInput
            name="pay"
            label="Pay at most"
            type="search"
            defaultValue={pay}
            maxLength={60}
            placeholder="12 LPA"
            autoComplete="off"
            error={isPayWrong(filters) ? "Enter an amount, such as 50000 or 12 LPA" : undefined}
          />
          <LabelledSelect name="per" label="Paid for" options={payUnits} value={per ?? "year"} />
          <LabelledSelect name="currency" label="Currency" options={currencies} value={currency ?? "INR"} />
          <LabelledSelect
            name="process"
            label="Free, in process or applied"
            options={processes}
            value={process ?? ""}
            empty="All"
          />
          <label className="check">
            <input type="checkbox" name="unasked" value="on" defaultChecked={unasked === "on"} />
            <span>Never asked</span>
          </label>
        </div>
      </details>
      {unknown && <input type="hidden" name="unknown" value={unknown} />}
      <div className="go">
        <label className="check">
          <input type="checkbox" name="any" value="on" defaultChecked={any === "on"} />
          <span>Any one skill is enough</span>
        </label>
        <Button variant="outline">Find</Button>
        {isNarrowed && <a href={all}>Show all</a>}
      </div>
    </form>
  );
}
