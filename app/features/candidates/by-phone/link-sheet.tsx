import { smsHref, whatsAppHref } from "~/lib/format/phone";
import { ButtonLink } from "~/ui/forms/button";
import { Labelled, labelledControl } from "~/ui/forms/labelled";
import { messageWords, numberWords } from "./by-phone";
import type { PhoneLink } from "./by-phone.server";

/** What to send to a candidate from one's own telephone, with the ways to send it. Nothing is sent from here. */
export function LinkSheet({ link, href }: { link: PhoneLink; href: string }) {
  const words = messageWords(link, href);
  return (
    <div className="grid gap-5">
      <p>
        Send this from your own phone to {numberWords(link.number)}. We send nothing. Their yes counts while this number
        is theirs.
      </p>
      <div className="actions">
        <ButtonLink href={whatsAppHref(link.number, words)}>Open WhatsApp</ButtonLink>
        <ButtonLink href={smsHref(link.number, words)} variant="outline">
          Open a Text Message
        </ButtonLink>
      </div>
      <Labelled name="message" label="Or copy it">
        <textarea {...labelledControl({ name: "message", error: undefined })} rows={9} readOnly defaultValue={words} />
      </Labelled>
      <p className="hint">
        Give the link to nobody else, and don’t answer it for them: the company sees that the yes came by a link to
        their phone, and who rang. Only you see it here, as long as the question is open.
      </p>
    </div>
  );
}
