import type { ReactNode } from "react";
import { ZONE_NAME } from "~/lib/config/agency";
import { Moment } from "~/ui/pieces/moment";
import { OfficePhone } from "~/ui/pieces/office-phone";
import { MailLink } from "~/ui/pieces/reach";
import { Rows } from "~/ui/pieces/rows";

type ReceiptProps = {
  /** What the form is called, and by when it is answered (ISO 8601). */
  receipt: { reference: string; answerBy: string };
  /** What was sent: "A message". */
  sent: string;
  /** The office's address, and its number where there is one. */
  email: string;
  phone: string | undefined;
};

/** What a form's page says when it was taken, before another can be sent. */
export function ReceiptSection({ receipt: { reference, answerBy }, sent, email, phone }: ReceiptProps) {
  const time = (
    <>
      <Moment value={answerBy} hasTime /> {ZONE_NAME}
    </>
  );
  const rows: [string, ReactNode][] = [
    ["Reference", reference],
    ["What we have", sent],
    ["We answer by", time],
    ["Write to us", <MailLink key="email" to={email} about={reference} />],
  ];
  if (phone) rows.push(["Call us", <OfficePhone key="phone" number={phone} />]);
  return (
    <section aria-labelledby="receipt" className="wrap section grid gap-4" data-receipt>
      <h2 id="receipt" className="text-xl">
        Your receipt
      </h2>
      <Rows look="sheet" rows={rows} />
      <p className="hint">Give this reference when you {phone ? "call or write" : "write"}.</p>
    </section>
  );
}

/** A form, folded where it was just taken: what one came for then is the receipt. */
export function FormAfter({ receipt, children }: { receipt: object | undefined; children: ReactNode }) {
  if (!receipt) return children;
  return (
    <details className="more">
      <summary>Send another</summary>
      {children}
    </details>
  );
}
