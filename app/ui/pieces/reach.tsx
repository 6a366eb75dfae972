import { readableAddress } from "~/lib/schema/address";
import { phoneParts, whatsAppHref, worldNumber } from "~/lib/format/phone";

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

/** The same for the team, with WhatsApp beside each number that is dialled from anywhere. */
export function CallLinks({ text }: { text: string }) {
  return (
    <bdi>
      {phoneParts(text).map(({ words, dialled }, place) => {
        const number = dialled && worldNumber(dialled);
        return dialled ? (
          <span key={place} className="called">
            <a href={`tel:${dialled}`}>{words}</a>
            {number && (
              <>
                {" "}
                <a href={whatsAppHref(number)} rel="noopener noreferrer" className="text-sm whitespace-nowrap">
                  WhatsApp<span className="sr-only"> {words}</span>
                </a>
              </>
            )}
          </span>
        ) : (
          words
        );
      })}
    </bdi>
  );
}

/** A mail to somebody, about something. */
export function MailLink({ to, about }: { to: string; about?: string | undefined }) {
  const subject = about === undefined ? "" : `?subject=${encodeURIComponent(about)}`;
  return <a href={`mailto:${encodeURIComponent(to).replace("%40", "@")}${subject}`}>{readableAddress(to)}</a>;
}

/** The ways to somebody, for the team: by mail, by telephone, by WhatsApp. */
export function Reach({ email, phone }: ReachProps) {
  if (!email && !phone) return null;
  return (
    <>
      {email && <MailLink to={email} />}
      {email && phone && ", "}
      {phone && <CallLinks text={phone} />}
    </>
  );
}
