import { entryPath } from "~/features/candidates/team/finding/filters";
import { PageLinks } from "~/features/candidates/card";
import { definitionOf, fieldNames, type Field } from "~/features/candidates/fields";
import { stateOf } from "~/features/candidates/states";
import { moneyWords } from "~/lib/format/number-format";
import { Badge } from "~/ui/pieces/badge";
import { Dated, Moment } from "~/ui/pieces/moment";
import { Rows } from "~/ui/pieces/rows";
import type { Candidate, Consent } from "./candidate.server";
import { NextStepLine } from "~/features/candidates/team/talk-parts";

/** What is told elsewhere than in a row of its own: in the head, with the amount of the pay, or to nobody. */
const ELSEWHERE: readonly Field[] = [
  "full_name",
  "headline",
  "email",
  "phone",
  "expected_pay_currency",
  "expected_pay_unit",
  "is_adult",
];

/** What stands in a field, in words; empty when nothing does. */
function recordWords(record: Candidate["candidate"], field: Field): string {
  const { expected_pay_amount: amount, expected_pay_currency: currency, expected_pay_unit: unit } = record;
  if (field === "expected_pay_amount") {
    if (amount === null || currency === null || unit === null) return "";
    return `${moneyWords(amount, currency, "en-GB")} ${unit === "hour" ? "an" : "a"} ${unit}`;
  }
  const value = record[field];
  if (Array.isArray(value)) return value.join(field === "links" ? "\n" : ", ");
  return typeof value === "string" ? value : "";
}

/** What is known of somebody, field by field; what is not known is left out. */
export function RecordSheet({ record }: { record: Candidate["candidate"] }) {
  const rows = fieldNames
    .filter((field) => !ELSEWHERE.includes(field) && recordWords(record, field) !== "")
    .map((field) => {
      const value = field === "links" ? <PageLinks key={field} links={record.links} /> : recordWords(record, field);
      return [definitionOf(field).label, value] as const;
    });
  const known = (
    <>
      <Moment value={record.created_at} />, last activity <Moment value={record.last_activity_at} />
    </>
  );
  return <Rows look="sheet" rows={[...rows, ["Known since", known]]} />;
}

/** For which companies somebody was thought of, asked about and shown. */
export function WhereShown({ entries, names }: Pick<Candidate, "entries"> & { names: Record<string, string> }) {
  if (entries.length === 0) return <p className="hint">Not on any requirement yet.</p>;
  return (
    <ul className="entries">
      {entries.map((entry) => {
        const { label, badge } = stateOf(entry);
        const [opened] = entry.opened;
        return (
          <li key={entry.id} className="entry">
            <div>
              <h3>
                <a href={entryPath(`/team/requirements/${entry.requirement_id}/candidates`, entry.id)}>
                  <bdi>{entry.job_title}</bdi>
                </a>
              </h3>{" "}
              <Badge colour={badge} label="State">
                {label}
              </Badge>{" "}
              <span className="hint">
                <bdi>{entry.company}</bdi>
              </span>
              <p>
                <Dated words="Asked" value={entry.asked_at} />
                <Dated words=", shown" value={entry.shown_at} />
                <Dated words=", opened" value={opened?.day} />
                <Dated words=", begins on" value={entry.begins_on} />
                <Dated words=", joined" value={entry.joined_on} />
              </p>
              {entry.next && (
                <p>
                  <NextStepLine next={entry.next} names={names} />
                </p>
              )}
            </div>
          </li>
        );
      })}
    </ul>
  );
}

/** What was asked; of an application, that they came by themselves. */
const PURPOSES: Record<Consent["purpose"], string> = {
  keep: "May we keep the record",
  show: "May we show the card",
  apply: "Their application",
};

/** How a question ended, and when. */
function endOf(consent: Consent): readonly [words: string, at: string | null] {
  const { given_at, refused_at, withdrawn_at, closed_at, is_disowned } = consent;
  if (withdrawn_at) return ["withdrawn", withdrawn_at];
  if (refused_at) return ["no", refused_at];
  if (closed_at) return [is_disowned ? "not this person" : "no longer asked", closed_at];
  return given_at ? ["yes", given_at] : ["no answer yet", null];
}

/** What somebody was asked, and what they said; the last stands first. */
export function ConsentList({
  consents,
  consents_count,
  entries,
  names,
}: Pick<Candidate, "consents" | "consents_count" | "entries"> & { names: Record<string, string> }) {
  if (consents.length === 0) return <p className="hint">No questions yet.</p>;
  return (
    <>
      {consents_count > consents.length && (
        <p className="hint">
          The newest {consents.length} of {consents_count}. An export has all.
        </p>
      )}
      <ul className="lines">
        {consents.map((consent) => {
          const [words, at] = endOf(consent);
          const about = entries.find(({ id }) => id === (consent.entry_id ?? consent.applied_entry_id));
          return (
            <li key={consent.id}>
              {PURPOSES[consent.purpose]}
              {about && (
                <>
                  {" "}
                  to <bdi>{about.company}</bdi>
                </>
              )}
              : <strong>{words}</strong>
              <span className="hint">
                Asked <Moment value={consent.asked_at} />
                <Dated words=", said" value={at} />
                {consent.how === "phone_link" && (
                  <>
                    {" "}
                    by a link to their phone, number rung by{" "}
                    <bdi>{(consent.rung_by && names[consent.rung_by]) || "a former colleague"}</bdi>
                    <Dated words=" on" value={consent.rung_at} />
                  </>
                )}
                {consent.is_in_force && <Dated words=", holds until" value={consent.ends_at} />}
              </span>
            </li>
          );
        })}
      </ul>
    </>
  );
}
