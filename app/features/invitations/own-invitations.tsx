import { ButtonLink } from "~/ui/forms/button";
import { Part } from "~/ui/layout/part";
import { JoinForm, Offer } from "./invitation-card";
import type { OwnInvitations } from "./invitations.server";

/** What somebody may join, whose address has been proved: each with the form that accepts. */
export function OwnInvitationList({ own: { invitations, bond, profile } }: { own: OwnInvitations }) {
  if (invitations.length === 0) {
    return (
      <p className="empty">
        There is no open invitation to your address. The person who invited you can send it again.
      </p>
    );
  }
  return (
    <>
      <ul className="grid gap-8">
        {invitations.map((offer) => (
          <li key={offer.id} className="grid gap-4">
            <Offer {...offer} />
            <JoinForm offer={offer} bond={bond} isOneOfSeveral={invitations.length > 1} />
          </li>
        ))}
      </ul>
      {!bond && (
        <section aria-labelledby="own" className="grid gap-4">
          <h2 id="own" className="text-xl">
            Not what you want?
          </h2>
          <p>
            {profile
              ? `You have signed up for ${profile.company_name}. It is not open yet: we keep your entries until you decide.`
              : "You can open a company of your own instead."}
          </p>
          <p>
            <ButtonLink href="/client-dashboard" variant="outline">
              Open {profile ? "That Company" : "a Company of My Own"} Instead
            </ButtonLink>
          </p>
        </section>
      )}
    </>
  );
}

/** On the dashboard of somebody who belongs to no company: that they are invited to one. */
export function InvitationsWaiting({ own: { invitations } }: { own: OwnInvitations }) {
  return (
    <Part id="invited" title="You are invited" heading="text-xl" className="empty narrow">
      {invitations.map((offer) => (
        <Offer key={offer.id} {...offer} />
      ))}
      <p>
        <ButtonLink href="/invitation">See the Invitation{invitations.length > 1 && "s"}</ButtonLink>
      </p>
    </Part>
  );
}
