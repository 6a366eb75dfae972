import { Button, ButtonLink } from "~/ui/forms/button";
import { OwnedForm } from "~/ui/forms/owned-form";
import { SelectOptions } from "~/ui/forms/select-options";
import { Moment } from "~/ui/pieces/moment";
import { OpenInvitation } from "~/ui/layout/site/open-invitation";
import { Reach } from "~/ui/pieces/reach";
import type { Colleague, OpenInvitation as Invitation, Workload } from "./people.server";
import { roleName, teamRoles } from "./schema";
import { workWords } from "./work-in-hand";

/** The page of what is seen of somebody. */
function personPath(userId: string): string {
  return `/team/people/${userId}`;
}

/** The page that asks whether somebody is to leave the team. */
function removalPath(userId: string): string {
  return `${personPath(userId)}/remove`;
}

/** The page that says until when somebody is away. */
function absencePathOf(userId: string): string {
  return `${personPath(userId)}/absence`;
}

type PeopleListProps = {
  people: Colleague[];
  own: string;
  /** Of who is away, when and who stands in, in words. */
  away: Record<string, string | undefined>;
  /** What each has in hand, and when they were here. */
  workloads: readonly Workload[];
};

/** What somebody has in hand, and when they were here last: to the day, since more is nobody's business. */
function InHand({ workload }: { workload: Workload | undefined }) {
  if (!workload) return null;
  return (
    <>
      {workWords(workload) ?? "No open work"}
      {workload.seen_at ? (
        <>
          ; here on <Moment value={workload.seen_at} />
        </>
      ) : (
        "; not here lately"
      )}
    </>
  );
}

/** Everybody of the team, with what they are and the forms that change it. */
export function PeopleList({ people, own, away, workloads }: PeopleListProps) {
  const held = new Map(workloads.map((workload) => [workload.person, workload]));
  return (
    <ul className="records people">
      {people.map(({ user_id, display_name, contact_email, contact_phone, created_at, role }) => (
        <li key={user_id}>
          <div className="grid gap-1">
            <h3>
              <a href={personPath(user_id)}>{display_name}</a>
              {user_id === own && <span className="hint"> (you)</span>}
            </h3>
            <p className="hint">
              <Reach email={contact_email} phone={contact_phone} /> since <Moment value={created_at} />
              {away[user_id] !== undefined && <strong>, {away[user_id]}</strong>}
            </p>
            <p className="hint">
              <InHand workload={held.get(user_id)} />
            </p>
          </div>
          <div className="row-forms">
            <OwnedForm>
              <input type="hidden" name="person" value={user_id} />
              <label>
                <span className="sr-only">Role of {display_name}</span>
                <select name="new_role" className="control" defaultValue={role ?? ""}>
                  <SelectOptions options={teamRoles} />
                </select>
              </label>{" "}
              <Button variant="outline" name="intent" value="role">
                Change<span className="sr-only"> the role of {display_name}</span>
              </Button>
            </OwnedForm>
            <ButtonLink href={absencePathOf(user_id)} variant="quiet">
              Absence<span className="sr-only"> of {display_name}</span>
            </ButtonLink>{" "}
            {user_id !== own && (
              <ButtonLink href={removalPath(user_id)} variant="quiet">
                Remove<span className="sr-only"> {display_name}</span>
              </ButtonLink>
            )}
          </div>
        </li>
      ))}
    </ul>
  );
}

/** Asks before somebody may do everything. */
export function AdminQuestion({ person }: { person: Colleague }) {
  return (
    <section aria-labelledby="new-admin" className="empty">
      <h2 id="new-admin" className="text-xl">
        Make <bdi>{person.display_name}</bdi> an admin?
      </h2>
      <p>An admin may do everything that you may here: invite and remove people, you included, and read the log.</p>
      <OwnedForm className="actions">
        <input type="hidden" name="person" value={person.user_id} />
        <input type="hidden" name="new_role" value="admin" />
        <input type="hidden" name="is_sure" value="yes" />
        <Button name="intent" value="role">
          Make Admin
        </Button>{" "}
        <ButtonLink href="/team/people" variant="outline">
          Cancel
        </ButtonLink>
      </OwnedForm>
    </section>
  );
}

type InvitationListProps = {
  invitations: Invitation[];
  names: Record<string, string>;
  /** The moment the page was made, as ISO 8601. */
  now: string;
};

/** The open invitations, each with the two things that can be done about it. */
export function InvitationList({ invitations, names, now }: InvitationListProps) {
  return (
    <ul className="records">
      {invitations.map(({ id, email, full_name, role, expires_at, invited_by }) => (
        <OpenInvitation key={id} id={id} email={email} expiresAt={expires_at} now={now}>
          {full_name !== null && (
            <>
              <bdi>{full_name}</bdi>,{" "}
            </>
          )}
          {roleName(role)}
          {invited_by !== null && names[invited_by] !== undefined && `, invited by ${names[invited_by]}`}
        </OpenInvitation>
      ))}
    </ul>
  );
}
