import type { ReactNode } from "react";
import { OwnedForm } from "~/ui/forms/owned-form";
import { Badge } from "~/ui/pieces/badge";
import { Button } from "~/ui/forms/button";
import { Moment } from "~/ui/pieces/moment";
import { readableAddress } from "~/lib/schema/address";

type OpenInvitationProps = {
  id: string;
  email: string;
  /** ISO 8601. */
  expiresAt: string;
  /** The moment the page was made, as ISO 8601. */
  now: string;
  /** Who is invited, as what, and by whom. */
  children: ReactNode;
};

/** An open invitation among others, with the two things that can be done about it. */
export function OpenInvitation({ id, email, expiresAt, now, children }: OpenInvitationProps) {
  return (
    <li>
      <div className="grid gap-1">
        <h3>{readableAddress(email)}</h3>
        <p className="hint">{children}</p>
        <p className="hint">
          {expiresAt <= now ? (
            <Badge colour="red" label="State">
              Expired
            </Badge>
          ) : (
            <>
              Open until <Moment value={expiresAt} />
            </>
          )}
        </p>
      </div>
      <OwnedForm className="row-forms">
        <input type="hidden" name="invitation" value={id} />
        <Button variant="outline" name="intent" value="resend">
          Send Again<span className="sr-only"> to {email}</span>
        </Button>
        <Button variant="quiet" name="intent" value="revoke">
          Revoke<span className="sr-only"> the invitation of {email}</span>
        </Button>
      </OwnedForm>
    </li>
  );
}
