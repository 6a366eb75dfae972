import { readableAddress } from "~/lib/schema/address";
import { phoneParts } from "~/lib/format/phone";

type ReachProps = { email?: string | null | undefined; phone?: string | null | undefined };

/** What somebody gave as their number, each telephone number in it to be pressed; what is none is words. */
export function PhoneLinks({ text }: { text: string }) {
  return (
    <bdi>
      {phoneParts(text).map(({ words, dialled }, place) =>
        dialled ? (
          <a key={place} href={`tel:${dialled}`}>
            {words}
          </a>
        ) : (
          words
        ),
      )}
    </bdi>
  );
}

/** A mail to somebody, about something. */
export function MailLink({ to, about }: { to: string; about?: string | undefined }) {
  const subject = about === undefined ? "" : `?subject=${encodeURIComponent(about)}`;
  return <a href={`mailto:${encodeURIComponent(to).replace("%40", "@")}${subject}`}>{readableAddress(to)}</a>;
}

/** The ways to somebody: by mail, by telephone. */
export function Reach({ email, phone }: ReachProps) {
  if (!email && !phone) return null;
  return (
    <>
      {email && <MailLink to={email} />}
      {email && phone && ", "}
      {phone && <PhoneLinks text={phone} />}
    </>
  );
}
