import { Moment } from "~/ui/pieces/moment";
import type { ListedCandidate } from "./list.server";

/** So many skills of somebody stand in a line. */
const SKILLS = 5;

function Row({ candidate }: { candidate: ListedCandidate }) {
  const { id, full_name, headline, city, skills, entries, is_kept, last_activity_at } = candidate;
  const more = skills.length - SKILLS;
  return (
    <tr>
      <th scope="row" className="what">
        <a href={`/team/candidates/${id}`}>
          <bdi>{full_name}</bdi>
        </a>{" "}
        <span className="hint">
          <bdi>{headline}</bdi>
        </span>
      </th>
      <td data-head="City" className="city">
        <bdi>{city}</bdi>
      </td>
      <td data-head="Skills" className="skills">
        <bdi>{skills.slice(0, SKILLS).join(", ")}</bdi>
        {more > 0 && ` and ${more} more`}
      </td>
      <td data-head="In process">{entries > 0 && (entries === 1 ? "1 requirement" : `${entries} requirements`)}</td>
      <td data-head="Consent">{is_kept ? "yes" : "not yet"}</td>
      <td data-head="Last contact">
        <Moment value={last_activity_at} />
      </td>
    </tr>
  );
}

/** Candidates, a line each. On a phone a row becomes a few lines. */
export function CandidateTable({ candidates }: { candidates: readonly ListedCandidate[] }) {
  return (
    <table className="inbox requirements candidates" aria-label="Candidates">
      <thead>
        <tr>
          {["Name", "City", "Skills", "In process", "Consent", "Last contact"].map((label) => (
            <th key={label} scope="col">
              {label}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {candidates.map((candidate) => (
          <Row key={candidate.id} candidate={candidate} />
        ))}
      </tbody>
    </table>
  );
}
