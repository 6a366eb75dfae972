import { linksOf, type MailboxMessage } from "../../../supabase/embedded/mail.ts";
import { spareFetch } from "../http/spare-fetch.ts";
import { given } from "./given.ts";

/** A mail, as far as the tests look at it. */
export type Mail = Pick<MailboxMessage, "subject" | "text" | "html" | "links" | "message_id" | "unsubscribe_url">;

/** Longest wait for a mail that is on its way, in milliseconds: only a mail server of others' needs it. */
const PATIENCE = 60_000;

async function ask<Answer>(url: string): Promise<Answer> {
  const response = await spareFetch(url);
  if (!response.ok) throw new Error(`The mail catcher answers ${response.status} at ${url}`);
  return (await response.json()) as Answer;
}

/** Mailpit's API: it has all messages to an address, newest first, and each message by its id. */
async function fromMailpit(address: string, email: string): Promise<Mail[]> {
  const query = new URLSearchParams({ query: `to:"${email}"`, limit: "50" });
  type Found = { messages: { ID: string; Subject: string; To: { Address: string }[] }[] };
  const { messages } = await ask<Found>(`${address}/api/v1/search?${query.toString()}`);
  const own = messages.filter(({ To }) => To.some(({ Address }) => Address === email));
  return Promise.all(
    own.map(async ({ ID, Subject }) => {
      type Whole = { HTML: string; Text: string; ListUnsubscribe: { Links: string[] | null } };
      const { HTML, Text, ListUnsubscribe } = await ask<Whole>(`${address}/api/v1/message/${ID}`);
      const [unsubscribe_url] = ListUnsubscribe.Links ?? [];
      const mail = { subject: Subject, text: Text, html: HTML, links: linksOf(HTML) };
      return unsubscribe_url === undefined ? mail : { ...mail, unsubscribe_url };
    }),
  );
}

/** The messages to an address, newest first. @param url the backend's */
export async function mailTo(url: string, email: string): Promise<Mail[]> {
  const mailbox = given?.mailbox ?? `${url}/mailbox.json`;
  if (!mailbox.endsWith("/mailbox.json")) return fromMailpit(mailbox, email);
  return ask<MailboxMessage[]>(`${mailbox}?to=${encodeURIComponent(email)}`);
}

/**
 * The link of the newest mail to an address; waits for the first one.
 *
 * @param type of the link: the site answers before the mail is sent, which a busy machine may do later than its test asks
 * @throws Error when none comes
 */
export async function mailedUrl(url: string, email: string, type?: "recovery"): Promise<URL> {
  const deadline = Date.now() + PATIENCE;
  for (;;) {
    const links = (await mailTo(url, email)).flatMap((mail) => mail.links.slice(0, 1)).map((link) => new URL(link));
    const link = links.find(({ searchParams }) => type === undefined || searchParams.get("type") === type);
    if (link) return link;
    if (Date.now() > deadline) throw new Error(`No mail came to ${email}`);
    await new Promise((resolve) => setTimeout(resolve, 200));
  }
}

/**
 * A link of a mail on the site of the test: a Supabase that was there before has its own word on where the site is.
 *
 * @param siteUrl the site's origin
 */
export function linkOn(siteUrl: string, link: string): string {
  const { pathname, search } = new URL(link);
  return siteUrl + pathname + search;
}
