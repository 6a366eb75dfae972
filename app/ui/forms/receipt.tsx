import { ZONE_NAME } from "~/lib/format/clock";
import { Moment } from "~/ui/pieces/moment";
import { OfficePhone } from "~/ui/pieces/office-phone";

type ReceiptProps = {
  /** What the form is called, and by when it is answered (ISO 8601). */
  receipt: { reference: string; answerBy: string };
  /** What was sent: "A message". */
  sent: string;
  /** The office's number, where there is one. */
  phone: string | undefined;
};

/** What a form's page says when it was taken, above a new one. */
export function ReceiptSection({ receipt: { reference, answerBy }, sent, phone }: ReceiptProps) {
  return (
    <section aria-labelledby="receipt" className="wrap section grid gap-4" data-receipt>
      <h2 id="receipt" className="text-xl">
        Your receipt
      </h2>
      <dl className="sheet">
        <div>
          <dt>Reference</dt>
          <dd>{reference}</dd>
        </div>
        <div>
          <dt>What we have</dt>
          <dd>{sent}</dd>
        </div>
        <div>
          <dt>We answer by</dt>
          <dd>
            <Moment value={answerBy} hasTime /> {ZONE_NAME}
          </dd>
        </div>
        {phone && (
          <div>
            <dt>Ring us</dt>
            <dd>
              <OfficePhone number={phone} />
            </dd>
          </div>
        )}
      </dl>
      <p className="hint">Name the reference when you ring or write: it finds what you sent.</p>
    </section>
  );
}
