import type { ReactNode } from "react";
import { company } from "~/content/company";
import { companyPath, dashboardPath } from "~/content/navigation";
import { Button, ButtonLink } from "~/ui/forms/button";
import { OwnedForm } from "~/ui/forms/owned-form";
import { Moment } from "~/ui/pieces/moment";
import { readableAddress } from "~/lib/schema/address";
import type { Bond, Invitation, Offer as OfferOf } from "./invitations.server";

const handOverPath = `${companyPath}/hand-over`;

const ROLES: Record<string, string> = { admin: "an admin", hr_manager: "an HR manager", recruiter: "a recruiter" };

const ACCESSES: Record<string, string> = {
  owner: "its owner, who files requirements and invites colleagues",
  member: "a member, who files and edits requirements",
  viewer: "a viewer, who reads its requirements",
};

/** Who invites to what. */
export function Offer({ kind, role, access, company: name, invited_by }: OfferOf) {
  if (kind === "team") {
    return (
      <p className="lead">
        {invited_by ?? "A member of the team"} invites you to the team of {company.name}, as{" "}
        <strong>{ROLES[role ?? ""] ?? "a colleague"}</strong>.
      </p>
    );
  }
  return (
    <p className="lead">
      {invited_by ?? company.name} invites you to the client portal, for <strong>{name}</strong>: as{" "}
      {ACCESSES[access ?? ""] ?? "a member"}.
    </p>
  );
}

const ENDED = {
  expired: "This invitation has expired. Ask the person who invited you to send it again.",
  revoked: "This invitation has been revoked.",
  accepted: "This invitation has been accepted.",
} as const;

/** Why there is nothing to accept any more, and where to go instead. */
function Ended({ state, is_own_address }: Invitation) {
  if (state === "open") return null;
  return (
    <div className="empty">
      <p>{ENDED[state]}</p>
      {state === "accepted" && is_own_address && (
        <p>
          <ButtonLink href={dashboardPath}>Go On</ButtonLink>
        </p>
      )}
    </div>
  );
}

type JoinFormProps = {
  offer: OfferOf;
  bond: Bond;
  /** Does it stand among others? */
  isOneOfSeveral?: boolean;
};

/** The one form that accepts; for somebody who belongs elsewhere, what that takes. */
export function JoinForm({ offer, bond, isOneOfSeveral = false }: JoinFormProps) {
  const { id, company: name, kind } = offer;
  const target = kind === "team" ? "the team" : name;
  if (bond && bond.company === null) {
    return (
      <p>
        You are in the team of {company.name}. One account belongs to one company or to the team: ask to be invited with
        another address of yours.
      </p>
    );
  }
  if (bond && !bond.may_leave) {
    return (
      <p>
        You are the only owner of <strong>{bond.company}</strong>, and one account belongs to one company or to the
        team. <a href={handOverPath}>Hand {bond.company} over to a colleague</a> and come back to this page, or ask to
        be invited with another address of yours.
      </p>
    );
  }
  return (
    <>
      {bond && (
        <p>
          You belong to <strong>{bond.company}</strong> now, and one account belongs to one company or to the team. If
          you accept, you leave {bond.company}: everything you filed there stays with it, and you no longer see it.
        </p>
      )}
      <OwnedForm>
        <input type="hidden" name="invitation" value={id} />
        {bond && <input type="hidden" name="leaving" value="on" />}
        <Button name="intent" value="join" busyText="Accepting...">
          {bond ? "Leave That Company and Accept" : "Accept"}
          {isOneOfSeveral && <span className="sr-only"> the invitation to {target}</span>}
        </Button>
      </OwnedForm>
    </>
  );
}

type InvitationCardProps = {
  invitation: Invitation;
  /** Who is signed in here, if anybody. */
  email: string | undefined;
  signInPath: string;
  /** The form that makes an account, for somebody who has none. */
  signUp: ReactNode;
};

/** An open invitation: what is to be done depends on who is here. */
function Open({ invitation, email, signInPath, signUp }: InvitationCardProps) {
  if (email === undefined) {
    return (
      <>
        {signUp}
        <p>
          You have an account with that address?{" "}
          <a href={signInPath} className="alone">
            Sign In
          </a>
        </p>
      </>
    );
  }
  if (!invitation.is_own_address) {
    return (
      <>
        <p>
          You are signed in as <strong>{readableAddress(email)}</strong>, but the invitation is for{" "}
          <strong>{readableAddress(invitation.email)}</strong>. Sign out, and open it again with that address.
        </p>
        <OwnedForm>
          <Button variant="outline" name="intent" value="sign-out">
            Sign Out
          </Button>
        </OwnedForm>
      </>
    );
  }
  return (
    <>
      <p>
        It is for {readableAddress(email)}, and open until <Moment value={invitation.expires_at} />.
      </p>
      {invitation.bond ? (
        <JoinForm offer={invitation} bond={invitation.bond} />
      ) : (
        <OwnedForm>
          <Button name="intent" value="accept" busyText="Accepting...">
            Accept
          </Button>
        </OwnedForm>
      )}
    </>
  );
}

/** Shows an invitation. Looking changes nothing: mails are scanned, and passed on. */
export function InvitationCard(props: InvitationCardProps) {
  return (
    <>
      <Offer {...props.invitation} />
      {props.invitation.state === "open" ? <Open {...props} /> : <Ended {...props.invitation} />}
    </>
  );
}
