import { byDay, timeWords } from "~/lib/format/days";
import { spaced } from "~/lib/format/text";
import type { IconName } from "~/lib/icon-names";
import { Icon } from "~/ui/pieces/icon";
import type { Activity } from "./activity.server";
import { roleWords } from "./schema";

type Names = Record<string, string>;
/** Who is in the team now: they have a page. */
type Here = ReadonlySet<string>;
type ActivityArgs = { names: Names; here: Here };

/** Somebody: by name until they have been erased, and with their page while they are in the team. */
function Somebody({ id, names, here }: ActivityArgs & { id: string | null }) {
  if (id === null) return "nobody";
  const name = names[id];
  if (name === undefined) return "somebody";
  return here.has(id) ? <a href={`/team/people/${id}`}>{name}</a> : name;
}

/** The company that it is about, as long as it is there. */
function Company({ entry: { client_id, company_name } }: { entry: Activity }) {
  if (client_id === null || company_name === null) return "a company";
  return (
    <a href={`/team/clients/${client_id}`}>
      <bdi>{company_name}</bdi>
    </a>
  );
}

/** The requirement or the line of the inbox that it is about, as long as it is there. */
function Subject({ entry, fallback }: { entry: Activity; fallback: string }) {
  const { subject_kind, subject, job_title, is_there, company_name } = entry;
  if (subject === null || !is_there) return fallback;
  const path = subject_kind === "item" ? "/team/inbox" : "/team/requirements";
  return (
    <>
      <a href={`${path}/${subject}`}>
        <bdi>{job_title ?? fallback}</bdi>
      </a>
      {company_name !== null && (
        <>
          {" "}
          of <Company entry={entry} />
        </>
      )}
    </>
  );
}

/** The candidate whom it is about, as long as they are there. */
function AnyCandidate({ entry: { subject, is_there } }: { entry: Activity }) {
  return is_there ? <a href={`/team/candidates/${subject}`}>a candidate</a> : "a candidate";
}

/** What can be taken along. */
const EXPORTS: Record<string, string> = {
  inbox: "the inbox",
  requirements: "the list of requirements",
  candidates: "the list of candidates",
  candidate: "the record of a candidate",
  figures: "figures",
};

/** Who has done it: without an account the operator, or a candidate on their own page. */
function whoWords({ actor, actor_name, action }: Activity, names: Names): string {
  if (actor === null) return action === "candidate_erased" ? "No one in the team" : "The operator";
  return names[actor] ?? actor_name ?? "Someone";
}

/** What was done, in words; what is about a record leads to it. */
function Deed({ entry, ...told }: ActivityArgs & { entry: Activity }) {
  const { actor, action, subject_kind, subject, other, fields, old_value, new_value } = entry;
  const person = <Somebody id={subject} {...told} />;
  const second = <Somebody id={other} {...told} />;
  const company = <Company entry={entry} />;
  const isOwn = actor !== null && actor === other;
  switch (action) {
    case "role_changed":
      if (old_value === null) {
        return (
          <>
            made {person} {roleWords(new_value)}
          </>
        );
      }
      if (new_value === null) {
        return (
          <>
            removed {person}, {roleWords(old_value)}, from the team
          </>
        );
      }
      return (
        <>
          made {person} {roleWords(new_value)} instead of {roleWords(old_value)}
        </>
      );
    case "work_handed_over":
      return (
        <>
          gave what {person} had in hand to {second}
        </>
      );
    case "absence_set":
      return (
        <>
          had {second} stand in for {person}
        </>
      );
    case "absence_ended":
      return <>said that {person} is back</>;
    case "details_changed":
      return (
        <>
          changed what is seen of {person}: {fields.map(spaced).join(", ")}
        </>
      );
    case "company_changed":
      return (
        <>
          changed the profile of {company}: {fields.map(spaced).join(", ")}
        </>
      );
    case "access_changed":
      if (new_value !== null) {
        return (
          <>
            made a member of {company} {roleWords(new_value)} instead of {roleWords(old_value)}
          </>
        );
      }
      return (
        <>
          {actor !== null && actor === subject ? "left" : "removed a member from"} {company} ({roleWords(old_value)})
        </>
      );
    case "invited":
      return (
        <>
          invited a person as {roleWords(new_value)} of {other === null ? "the team" : company}
        </>
      );
    case "invitation_accepted":
      return (
        <>
          accepted an invitation as {roleWords(new_value)} of {other === null ? "the team" : company}
        </>
      );
    case "invitation_revoked":
      return <>revoked an invitation to {other === null ? "the team" : company}</>;
    case "invitation_resent":
      return <>sent an invitation to {other === null ? "the team" : company} again</>;
    case "recruiter_named":
      return (
        <>
          put {isOwn ? "themselves" : second} in charge of <Subject entry={entry} fallback="a requirement" />
        </>
      );
    case "advert_opened":
    case "advert_closed":
      return (
        <>
          {action === "advert_opened" ? "opened" : "closed"} the advert of{" "}
          <Subject entry={entry} fallback="a requirement" />
        </>
      );
    case "item_given":
      return (
        <>
          gave <Subject entry={entry} fallback="an item of the inbox" /> to {isOwn ? "themselves" : second}
        </>
      );
    case "item_taken":
      return (
        <>
          took <Subject entry={entry} fallback="an item of the inbox" /> from {second}
        </>
      );
    case "exported":
      return `exported ${EXPORTS[subject_kind] ?? spaced(subject_kind)}`;
    case "person_erased":
      return "erased a person's data";
    case "contact_opened":
      return <>of {company} said “interview”, which opened a candidate&apos;s name and contact</>;
    case "cards_sent":
      return (
        <>
          sent cards of candidates for <Subject entry={entry} fallback="a requirement" />
        </>
      );
    case "answer_changed":
      return "changed a text that the team answers with";
    case "answer_deleted":
      return "deleted a text that the team answers with";
    case "address_changed":
      return (
        <>
          changed the e-mail address in the record of <AnyCandidate entry={entry} />
        </>
      );
    case "number_changed":
      return <>changed the number of a candidate who had been asked about {company} there</>;
    case "asked_by_phone":
      return <>asked a candidate by phone about {company}</>;
    case "never_removed":
      return (
        <>
          allowed a company again to see <AnyCandidate entry={entry} />
        </>
      );
    case "candidates_imported":
      return "imported a table of candidates";
    case "import_undone":
      return "undid an import of candidates";
    case "candidates_merged":
      return "merged two records of a candidate";
    case "candidate_erased":
      return actor === null ? "erased a candidate: they did it, or their time was over" : "erased a candidate";
    default:
      return spaced(action);
  }
}

/** What somebody did, by kind: of people, of what they may do, of the work, or with what leaves the house. */
function iconOf(action: string): IconName {
  if (/^(item|recruiter|work)_/.test(action)) return "briefcase";
  if (/^(role|access)_/.test(action)) return "shield-check";
  return action === "exported" || action === "person_erased" ? "package" : "users";
}

/** Who did what in the workspace and when, the newest first, under its days. @param props.here who is in the team now */
export function ActivityList({ rows, names, here }: { rows: Activity[]; names: Names; here: readonly string[] }) {
  const told = { names, here: new Set(here) };
  return byDay(rows).map(({ day, words, entries }) => (
    <section key={day} aria-labelledby={`day-${day}`} className="log">
      <h3 id={`day-${day}`}>{words}</h3>
      <ol>
        {entries.map((entry) => (
          <li key={entry.id}>
            <Icon name={iconOf(entry.action)} />
            <p>
              <strong>{whoWords(entry, names)}</strong> <Deed entry={entry} {...told} />
            </p>
            <time className="hint" dateTime={entry.created_at}>
              {timeWords(entry.created_at)}
            </time>
          </li>
        ))}
      </ol>
    </section>
  ));
}
