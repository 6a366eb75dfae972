function digitsOf(number: string): string {
  return number.replaceAll(/\D/g, "");
}

/** The office's number, to be pressed. */
function PhoneLink({ number }: { number: string }) {
  return (
    <a href={`tel:+${digitsOf(number)}`} className="alone">
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
        <a href={`https://wa.me/${digitsOf(number)}`} rel="noopener" className="alone">
          Write by WhatsApp
        </a>
      </p>
      {hasHint && <p className="hint">No e-mail? Ring us.</p>}
    </>
  );
}

/** Under a form that asks for an address: what to do without one. */
export function OfficePhoneHint({ number }: { number: string }) {
  return (
    <p className="mt-6">
      No e-mail? Ring us: <PhoneLink number={number} />
    </p>
  );
}
