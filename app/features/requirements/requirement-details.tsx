import type { Tables } from "~/lib/database.types";
import { numberWords } from "~/lib/number-format";
import { isolated } from "~/lib/text";
import { fieldLabels, fieldWords, type Field, type Telling } from "./field-words";
import type { Requirement } from "./schema";

type Filed = Pick<Tables<"job_requirements">, keyof Requirement>;

/** "3 to 8 years", "from 3 years", "up to ₹9,00,000"; nothing when neither is there. */
function range(filed: Filed, [least, most]: [Field, Field], telling: Telling): string {
  const [from, to] = [filed[least], filed[most]];
  const words = (field: Field) => fieldWords(field, filed[field], telling);
  if (from === null && to === null) return "";
  if (from === to) return words(least);
  if (from === null) return `up to ${words(most)}`;
  if (to === null) return `from ${words(least)}`;
  return `${least === "min_experience" ? numberWords(Number(from), telling.locale) : words(least)} to ${words(most)}`;
}

/** What stands where, in the form's order: what is told together stands together. */
function rowsOf(filed: Filed, telling: Telling): [string, string][] {
  const one = (field: Field): [string, string] => [fieldLabels[field], fieldWords(field, filed[field], telling)];
  return [
    one("job_type"),
    one("department"),
    ["Location", `${isolated(filed.location)}; ${filed.remote_allowed ? "remote allowed" : "remote not allowed"}`],
    ["Experience", range(filed, ["min_experience", "max_experience"], telling)],
    ["Salary", range(filed, ["min_salary", "max_salary"], telling)],
    one("positions_count"),
    one("required_skills"),
    one("preferred_skills"),
    one("job_description"),
    one("responsibilities"),
    one("education_requirements"),
    one("benefits"),
    one("expected_start_date"),
    one("deadline"),
    one("notes"),
  ];
}

type RequirementDetailsProps = {
  requirement: Filed;
  /** Why it was closed, where nothing else on the page says so. */
  closedReason?: string | null;
  locale: string;
};

/** What a company has filled in, in the form's order and words; what was left out is left out. */
export function RequirementDetails({ requirement, closedReason = null, locale }: RequirementDetailsProps) {
  const rows = rowsOf(requirement, { currency: requirement.currency, locale });
  if (closedReason !== null) rows.push(["Closed because", closedReason]);
  return (
    <section aria-labelledby="details">
      <h2 id="details" className="sr-only">
        Details
      </h2>
      <dl className="sheet">
        {rows
          .filter(([, value]) => value !== "")
          .map(([label, value]) => (
            <div key={label}>
              <dt>{label}</dt>
              <dd>{value}</dd>
            </div>
          ))}
      </dl>
    </section>
  );
}
