import { FORM_ID } from "~/lib/forms/form";
import { CandidateFields } from "~/features/candidates/candidate-fields";
import { shortFieldNames } from "~/features/candidates/schema";
import { usePostedForm } from "~/lib/forms/use-posted-form";
import { Button } from "~/ui/forms/button";
import { LabelledInput } from "~/ui/forms/labelled";
import type { ListedCandidate } from "./list.server";
import { SimilarList } from "./similar-list";
import type { Shortlist, Similar } from "./shortlist.server";
import { OwnedForm } from "~/ui/forms/owned-form";

/** Adds somebody who is known, with one post. */
function AddKnown({ id, name }: { id: string; name: string }) {
  return (
    <OwnedForm>
      <input type="hidden" name="candidate" value={id} />
      <Button variant="outline" name="intent" value="add-known" busyText="Adding...">
        Add <bdi className="sr-only">{name}</bdi>
      </Button>
    </OwnedForm>
  );
}

type FindProps = {
  /** What was looked for; undefined before anything was. */
  words: string | undefined;
  found: readonly ListedCandidate[];
  /** Who stands on the page already. */
  known: ReadonlySet<string>;
};

/** Finds somebody who is known, by words, skills, city or number. */
export function FindForm({ words, found, known }: FindProps) {
  return (
    <>
      <form method="get" action="#add" role="search" aria-label="Candidates" className="pick">
        <LabelledInput name="find" label="Find one we know" type="search" defaultValue={words} maxLength={200} />
        <Button variant="outline">Find</Button>
      </form>
      {words !== undefined && found.length === 0 && (
        <p className="hint">
          No match for “<bdi>{words}</bdi>”.
        </p>
      )}
      {found.length > 0 && (
        <ul className="lines found-people">
          {found.map(({ id, full_name, headline, city }) => (
            <li key={id}>
              <a href={`/team/candidates/${id}`}>
                <bdi>{full_name}</bdi>
              </a>{" "}
              <span className="hint">
                <bdi>{[headline, city].filter(Boolean).join(", ")}</bdi>
              </span>
              {known.has(id) ? <span className="hint">Here already</span> : <AddKnown id={id} name={full_name} />}
            </li>
          ))}
        </ul>
      )}
    </>
  );
}

/** Enters somebody new, and adds them. @param similar who may be the same person: then it is sent once more, or they are added */
export function ShortForm({ similar }: { similar: readonly Similar[] }) {
  const form = usePostedForm<Record<string, string>>();
  return (
    <>
      {similar.length > 0 && (
        <section className="found" aria-labelledby="similar">
          <h3 id="similar" className="text-base">
            This may be the same person as
          </h3>
          <SimilarList similar={similar} act={({ id, full_name }) => <AddKnown id={id} name={full_name} />} />
        </section>
      )}
      <OwnedForm id={FORM_ID} noValidate className="grid gap-4">
        <CandidateFields form={form} names={shortFieldNames} />
        {similar.length > 0 && <input type="hidden" name="is_other" value="yes" />}
        <Button name="intent" value="add" busyText="Adding...">
          {similar.length > 0 ? "Add as Another Person" : "Add"}
        </Button>
      </OwnedForm>
    </>
  );
}

/** How the candidates of a requirement are shown. */
export function HowForm({
  shortlist,
  has_emigration_number,
  seemsAbroad,
}: Pick<Shortlist, "shortlist" | "has_emigration_number"> & {
  /** Does its place name a country other than India? */
  seemsAbroad: boolean;
}) {
  return (
    <OwnedForm className="grid gap-2">
      <input type="hidden" name="seen" value={shortlist.version} />
      <label className="check">
        <input type="checkbox" name="is_blind" value="on" defaultChecked={shortlist.is_blind} />
        <span>
          Blind: no names <span className="hint">until the company says “interview”</span>
        </span>
      </label>
      <label className="check">
        <input type="checkbox" name="is_abroad" value="on" defaultChecked={shortlist.is_abroad} />
        <span>The job is outside India</span>
      </label>
      <label className="check">
        <input type="checkbox" name="tells_pay" value="on" defaultChecked={shortlist.tells_pay} />
        <span>
          Tell candidates the pay <span className="hint">if the company agrees</span>
        </span>
      </label>
      {seemsAbroad && !shortlist.is_abroad && (
        <p className="hint">
          Its place seems to be. The law then asks for our registration number under the Emigration Act.
        </p>
      )}
      {shortlist.is_abroad && !has_emigration_number && (
        <p className="hint">
          You can't ask candidates yet: the settings have no registration number under the Emigration Act.
        </p>
      )}
      <div>
        <Button variant="outline" name="intent" value="how">
          Save
        </Button>
      </div>
    </OwnedForm>
  );
}
