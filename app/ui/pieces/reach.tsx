type ReachProps = { email?: string | null | undefined; phone?: string | null | undefined };

/** A number as it is written, and where it can be dialled, to be pressed; what has hardly a digit is words. */
export function PhoneLink({ number }: { number: string }) {
  const dialled = number.replace(/[^+\d]/g, "");
  if (!/\d{3}/.test(dialled)) return <bdi>{number}</bdi>;
  return <a href={`tel:${dialled}`}>{number}</a>;
}

/** A mail to somebody, about something. */
export function MailLink({ to, about }: { to: string; about?: string }) {
  const subject = about === undefined ? "" : `?subject=${encodeURIComponent(about)}`;
  return <a href={`mailto:${encodeURIComponent(to).replace("%40", "@")}${subject}`}>{to}</a>;
}

/** The ways to somebody: by mail, by telephone. */
export function Reach({ email, phone }: ReachProps) {
  if (!email && !phone) return null;
  return (
    <>
      {email && <MailLink to={email} />}
      {email && phone && ", "}
      {phone && <PhoneLink number={phone} />}
    </>
  );
}
