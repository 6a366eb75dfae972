type ReachProps = { email?: string | null | undefined; phone?: string | null | undefined };

/** A number that can be called; what has no digits is words. */
function PhoneLink({ number }: { number: string }) {
  const digits = number.replace(/[^+\d]/g, "");
  return digits === "" ? <bdi>{number}</bdi> : <a href={`tel:${digits}`}>{number}</a>;
}

/** The ways to somebody: by mail, by telephone. */
export function Reach({ email, phone }: ReachProps) {
  if (!email && !phone) return null;
  return (
    <>
      {email && <a href={`mailto:${encodeURIComponent(email).replace("%40", "@")}`}>{email}</a>}
      {email && phone && ", "}
      {phone && <PhoneLink number={phone} />}
    </>
  );
}
