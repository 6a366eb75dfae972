import { readableAddress } from "~/lib/schema/address";
import { isAnybodyThere, type Audience } from "~/lib/schema/audience";
import { Button } from "~/ui/forms/button";
import { OwnedForm } from "~/ui/forms/owned-form";
import { Moment } from "~/ui/pieces/moment";

/** What is pressed to send an invitation again (`resendInvitationFrom`). */
export const RESEND = "resend-invitation";

/** That nobody of a company can see anything yet, and what to do; nothing where anybody can. @param then what else there is to do */
export function NobodyThere({ audience, then }: { audience: Audience | null; then: string }) {
  if (audience === null || isAnybodyThere(audience)) return null;
  const { client_id, company, invited } = audience;
  return (
    <div className="empty grid gap-2 no-print">
      <p>
        <strong>
          No one at <bdi>{company}</bdi> can see it.
        </strong>{" "}
        {invited.length === 0 && (
          <>
            No one is invited: <a href={`/team/clients/${client_id}#invite`}>invite an owner</a>, {then}.
          </>
        )}
      </p>
      {invited.map(({ id, email, issued_at, is_expired }) => (
        <OwnedForm key={id} className="acts">
          <input type="hidden" name="invitation" value={id} />
          <span>
            {readableAddress(email)}: invited on <Moment value={issued_at} />, {is_expired ? "run out" : "not accepted"}
            .
          </span>
          <Button variant="outline" name="intent" value={RESEND} busyText="Sending...">
            Send the Invitation Again
          </Button>
        </OwnedForm>
      ))}
      {invited.length > 0 && <p>Or {then}.</p>}
    </div>
  );
}
