import { numberWords } from "~/lib/format/number-format";
import { isolated } from "~/lib/format/text";
import { Part } from "~/ui/layout/part";
import { Rows } from "~/ui/pieces/rows";
import { fieldWords, type Telling } from "./field-words";
import { definitionOf, fieldNames, ranges, titleOf, type Field } from "./fields";
import { positionsWords } from "~/features/requirements/frame/positions";
import type { Requirement } from "./schema";

/** "3 to 8 years", "from 3 years", "up to ₹9,00,000"; nothing when neither is there. */
function rangeWords(filed: Requirement, { least, most }: (typeof ranges)[number], telling: Telling): string {
  const [from, to] = [filed[least], filed[most]];
  const words = (field: Field) => fieldWords(field, filed[field], telling);
  if (from === null && to === null) return "";
  if (from === to) return words(least);
  if (from === null) return `up to ${words(most)}`;
  if (to === null) return `from ${words(least)}`;
  const isCount = definitionOf(least).kind === "years";
  return `${isCount ? numberWords(Number(from), telling.locale) : words(least)} to ${words(most)}`;
}

/** The same; of pay, that it is for a year. */
function rangeRow(filed: Requirement, range: (typeof ranges)[number], telling: Telling): [string, string] {
  const words = rangeWords(filed, range, telling);
  return [range.title, words !== "" && definitionOf(range.least).kind === "amount" ? `${words} a year` : words];
}

/** What stands where, in the form's order: what is told together stands at the first of its fields. */
function rowsOf(filed: Requirement, filled: number, telling: Telling): [string, string][] {
  const { location, remote_allowed } = filed;
  return fieldNames
    .filter((field) => !definitionOf(field).isToldElsewhere)
    .map((field) => {
      const range = ranges.find(({ least }) => least === field);
      if (range) return rangeRow(filed, range, telling);
      if (field === "positions_count") {
        return [
          titleOf(field),
          positionsWords({ positions_count: filed[field], positions_filled: filled }, telling.locale),
        ];
      }
      const words = fieldWords(field, filed[field], telling);
      const remote = remote_allowed ? "remote allowed" : "remote not allowed";
      return [titleOf(field), field === "location" ? `${isolated(location)}; ${remote}` : words];
    });
}

type RequirementDetailsProps = {
  requirement: Requirement;
  /** How many of its positions the team has filled. */
  filled: number;
  /** Why it was closed, where nothing else on the page says so. */
  closedReason?: string | null;
  locale: string;
};

/** What a company has filled in, in the form's order and words; what was left out is left out. */
export function RequirementDetails({ requirement, filled, closedReason = null, locale }: RequirementDetailsProps) {
  const rows = rowsOf(requirement, filled, { currency: requirement.currency, locale });
  if (closedReason !== null) rows.push(["Closed because", closedReason]);
  return (
    <Part id="details" title="Details" heading="sr-only">
      <Rows look="sheet" rows={rows.filter(([, value]) => value !== "")} />
    </Part>
  );
}
