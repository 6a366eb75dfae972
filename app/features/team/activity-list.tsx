import { spaced } from "~/lib/format/text";
import { Moment } from "~/ui/pieces/moment";
import type { Activity } from "./activity.server";
import { roleWords } from "./schema";

type Names = Record<string, string>;

/** Who somebody is: by name until they have been erased. */
function nameOf(names: Names, id: string | null): string {
  return (id !== null && names[id]) || "somebody";
}

/** What was done, in words; what is about a record leads to it. */
function deed({ actor, action, subject_kind, subject, other, fields, old_value, new_value }: Activity, names: Names) {
  switch (action) {
    case "role_changed":
      if (old_value === null) return `made ${nameOf(names, subject)} ${roleWords(new_value)}`;
      if (new_value === null) return `removed ${nameOf(names, subject)}, ${roleWords(old_value)}, from the team`;
      return `made ${nameOf(names, subject)} ${roleWords(new_value)} instead of ${roleWords(old_value)}`;
    case "details_changed":
      return `changed what is seen of ${nameOf(names, subject)}: ${fields.map(spaced).join(", ")}`;
    case "company_changed":
      return (
        <>
          changed the profile of <a href={`/team/clients/${subject ?? ""}`}>their company</a>:{" "}
          {fields.map(spaced).join(", ")}
        </>
      );
    case "access_changed":
      if (new_value === null && actor !== null && actor === subject) return `left a company (${roleWords(old_value)})`;
      if (new_value === null) return `removed a member (${roleWords(old_value)}) from a company`;
      return `made a company's member ${roleWords(new_value)} instead of ${roleWords(old_value)}`;
    case "invited":
      return `invited somebody as ${roleWords(new_value)}${other === null ? "" : " of a company"}`;
    case "invitation_accepted":
      return `accepted an invitation as ${roleWords(new_value)}`;
    case "invitation_revoked":
      return "revoked an invitation";
    case "invitation_resent":
      return "sent an invitation again";
    case "recruiter_named":
      return (
        <>
          put {other === null ? "nobody" : nameOf(names, other)} in charge of{" "}
          <a href={`/team/requirements/${subject ?? ""}`}>a requirement</a>
        </>
      );
    case "item_given":
      return (
        <>
          gave <a href={`/team/inbox/${subject ?? ""}`}>a line of the inbox</a> to{" "}
          {other === null ? "nobody" : nameOf(names, other)}
        </>
      );
    case "item_taken":
      return (
        <>
          took <a href={`/team/inbox/${subject ?? ""}`}>a line of the inbox</a> from {nameOf(names, other)}
        </>
      );
    case "exported":
      return `exported the ${subject_kind === "inbox" ? "inbox" : "list of requirements"}`;
    case "person_erased":
      return "erased a person's data";
    default:
      return spaced(action);
  }
}

/** Who did what in the workspace and when, the newest first. */
export function ActivityList({ rows, names }: { rows: Activity[]; names: Names }) {
  return (
    <ol className="records">
      {rows.map((entry) => (
        <li key={entry.id}>
          <p>
            <strong>{entry.actor === null ? "The operator" : (names[entry.actor] ?? "Somebody")}</strong>{" "}
            {deed(entry, names)}
          </p>
          <p className="hint">
            <Moment value={entry.created_at} hasTime />
          </p>
        </li>
      ))}
    </ol>
  );
}
