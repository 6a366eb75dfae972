import type { ReactNode } from "react";
import { Form } from "react-router";
import { Badge } from "~/ui/pieces/badge";
import { Button } from "~/ui/forms/button";
import { LocalDate } from "~/ui/pieces/local-date";

type OpenInvitationProps = {
  id: string;
  email: string;
  /** ISO 8601. */
  expiresAt: string;
  /** The moment the page was made, as ISO 8601. */
  now: string;
  locale: string;
  /** In which the page tells its times; the reader's own where it is missing. */
  zone?: string | undefined;
  /** Who is invited, as what, and by whom. */
  children: ReactNode;
};

/** An open invitation among others, with the two things that can be done about it. */
export function OpenInvitation({ id, email, expiresAt, now, locale, zone, children }: OpenInvitationProps) {
  return (
    <li>
      <div className="grid gap-1">
        <h3>{email}</h3>
        <p className="hint">{children}</p>
        <p className="hint">
          {expiresAt <= now ? (
            <Badge colour="red" label="State">
              Expired
            </Badge>
          ) : (
            <>
              Open until <LocalDate value={expiresAt} locale={locale} zone={zone} />
            </>
          )}
        </p>
      </div>
      <Form method="post" className="row-forms">
        <input type="hidden" name="invitation" value={id} />
        <Button variant="outline" name="intent" value="resend">
          Send again<span className="sr-only"> to {email}</span>
        </Button>
        <Button variant="quiet" name="intent" value="revoke">
          Revoke<span className="sr-only"> the invitation of {email}</span>
        </Button>
      </Form>
    </li>
  );
}
