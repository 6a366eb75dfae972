import { z } from "zod";
import { FinalError } from "../_shared/outbox.ts";
import { layOut } from "./layout.ts";
import { MAILS } from "./mails/index.ts";
import type { Mail } from "./options.ts";

/** An address that means one mailbox, however a mail program reads it. */
const ADDRESS = /^[^\s\p{Cc}@,;:<>()[\]"\\]+@[^\s\p{Cc}@,;:<>()[\]"\\]+$/u;

/** What the database says of every mail (`private.mail_content`). */
const envelope = z.object({ template: z.enum(Object.keys(MAILS) as (keyof typeof MAILS)[]), to: z.string() });

/**
 * Writes a mail.
 *
 * @param key unique to this mail; letters, digits, dots, hyphens and underscores
 * @param content what the database says of it
 * @param siteUrl the site's public origin
 * @param office the office's number, where there is one
 * @throws FinalError when no mail can go to its receiver, Error when the content is not understood
 */
export function writeMail(key: string, content: unknown, siteUrl: string, office?: string): Mail {
  const { data } = envelope.safeParse(content);
  const letter = data && MAILS[data.template](content, office);
  if (!letter) throw new Error("the content is not understood");
  if (!ADDRESS.test(data.to)) throw new FinalError("the address is none that a mail can go to");
  const { button, choices, subject } = letter;
  const at = (path: string) => new URL(path, siteUrl).href;
  const links = {
    site: new URL(siteUrl).origin,
    button: button && at(button.path),
    settings: choices && at(choices.settings),
    unsubscribe: choices && at(choices.unsubscribe),
  };
  return {
    to: data.to,
    subject,
    ...layOut(letter, links),
    messageId: `<${key}@${new URL(siteUrl).hostname}>`,
    unsubscribeUrl: links.unsubscribe,
    ...(letter.isPersonal ? { isPersonal: true } : {}),
    // One that a mail can't go to would get the mail refused.
    replyTo: letter.replyTo !== undefined && ADDRESS.test(letter.replyTo) ? letter.replyTo : undefined,
  };
}
