import { phoneNumbersIn, whatsAppHref } from "~/lib/format/phone";

/** The office's number, as it is dialled from anywhere (the variable has its country's code). */
function dialledOf(number: string): string {
  return phoneNumbersIn(number)[0]?.dialled ?? number;
}

/** The office's number, to be pressed. */
function PhoneLink({ number }: { number: string }) {
  return (
    <a href={`tel:${dialledOf(number)}`} className="alone">
      {number}
    </a>
  );
}

/** The office's number to ring, and for WhatsApp. @param hasHint for whoever has nothing but a telephone */
export function OfficePhone({ number, hasHint = false }: { number: string; hasHint?: boolean }) {
  return (
    <>
      <p>
        <PhoneLink number={number} />
      </p>
      <p>
        <a href={whatsAppHref(dialledOf(number).slice(1))} rel="noopener" className="alone">
          Write by WhatsApp
        </a>
      </p>
      {hasHint && <p className="hint">No e-mail? Call us.</p>}
    </>
  );
}

/** Under a form that asks for an address: what to do without one. */
export function OfficePhoneHint({ number }: { number: string }) {
  return (
    <p className="mt-6">
      No e-mail? Call us: <PhoneLink number={number} />
    </p>
  );
}
