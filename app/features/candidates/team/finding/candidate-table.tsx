import { payWords } from "~/features/candidates/card";
import { CallLinks } from "~/ui/pieces/reach";
import { Moment } from "~/ui/pieces/moment";
import { InProcess } from "~/features/candidates/team/in-process";
import type { ListedCandidate } from "./list.server";
import { ColumnHeads } from "~/ui/pieces/column-heads";

/** The form that the tick boxes of the table belong to. */
export const ADD_FORM = "add-found";

/** How an entry of the requirement has ended for which somebody is looked for. */
const ENDED: Record<string, string> = {
  withdrawn: "Said no to this job.",
  closed: "Withdrawn from this job by us.",
  turned_down: "Applied for this job, and was turned down.",
};

/** Why somebody can't be added to the requirement for which they were found, or what to look at before. */
function Warning({ is_never, near_names, ended_as }: ListedCandidate) {
  if (is_never) return <p className="late">This company must not see them: it is on their list, or they work there.</p>;
  return (
    <>
      {ended_as && ENDED[ended_as] && <p className="late">{ENDED[ended_as]}</p>}
      {near_names.length > 0 && (
        <p className="late">
          On their list, or their employer: <bdi>{near_names.join(", ")}</bdi>. If that is this company, it must not see
          them.
        </p>
      )}
    </>
  );
}

function payOf({
  expected_pay_amount: amount,
  expected_pay_currency: currency,
  expected_pay_unit: unit,
}: ListedCandidate) {
  return amount !== null && currency !== null && unit !== null ? payWords({ amount, currency, unit }) : undefined;
}

type RowProps = { candidate: ListedCandidate; place: number };

function Row({ candidate, place }: RowProps) {
  const { id, full_name, headline, city, notice_period, phone, elsewhere, last_activity_at, is_never } = candidate;
  const name = `c${place}`;
  return (
    <tr>
      <td className="tick">
        {!is_never && <input type="checkbox" name="candidate" value={id} form={ADD_FORM} aria-labelledby={name} />}
      </td>
      <th scope="row" className="what">
        <a id={name} href={`/team/candidates/${id}`}>
          <bdi>{full_name}</bdi>
        </a>{" "}
        <span className="hint">
          <bdi>{headline}</bdi>
        </span>
        {elsewhere.length > 0 && (
          <p className="hint">
            <InProcess processes={elsewhere} />
          </p>
        )}
        <Warning {...candidate} />
      </th>
      <td data-head="City" className="city">
        <bdi>{city}</bdi>
      </td>
      <td data-head="Notice">{notice_period ? <bdi>{notice_period}</bdi> : <span className="hint">not known</span>}</td>
      <td data-head="Pay">{payOf(candidate) ?? <span className="hint">not known</span>}</td>
      <td data-head="Number" className="number">
        {phone && <CallLinks text={phone} />}
      </td>
      <td data-head="Last activity">
        <Moment value={last_activity_at} />
      </td>
    </tr>
  );
}

/** Candidates, a line each, to be ticked. On a phone a row becomes a few lines. */
export function CandidateTable({ candidates }: { candidates: readonly ListedCandidate[] }) {
  return (
    <table className="inbox requirements candidates" aria-label="Candidates">
      <thead>
        <tr>
          <th scope="col" className="tick">
            <span className="sr-only">Choose</span>
          </th>
          <ColumnHeads labels={["Name", "City", "Notice", "Expects", "Number", "Last activity"]} />
        </tr>
      </thead>
      <tbody>
        {candidates.map((candidate, place) => (
          <Row key={candidate.id} candidate={candidate} place={place} />
        ))}
      </tbody>
    </table>
  );
}
