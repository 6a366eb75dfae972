import { randomUUID } from "node:crypto";
import { mkdirSync, readdirSync, readFileSync, renameSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { EmailMessage } from "@supabase/lite";
import type { Mail } from "../functions/deliver-mail/options.ts";

type MailContent = Pick<Mail, "to" | "subject" | "text" | "html">;

/** A message as `/mailbox.json` shows it. */
export type MailboxMessage = MailContent & {
  links: string[];
  /** ISO 8601 */
  sent_at: string;
  /** The product's own mails have one, by which a repeat can be told. */
  message_id?: string;
  /** Where a mail program would switch off such mails, by one post. */
  unsubscribe_url?: string;
  /** Where an answer goes, of a mail that says so. */
  reply_to?: string;
};

const ENTITIES: Record<string, string> = { "&amp;": "&", "&lt;": "<", "&gt;": ">", "&quot;": '"', "&#39;": "'" };

function decode(text: string): string {
  return text.replace(/&(?:amp|lt|gt|quot|#39);/g, (entity) => ENTITIES[entity] ?? entity);
}

/** Where the links of a message lead. */
export function linksOf(html: string): string[] {
  return [...new Set([...html.matchAll(/href="([^"]+)"/g)].map(([, href]) => decode(href ?? "")))];
}

/** The readable part of one of our own templates; links stand behind their words. */
function textOf(html: string): string {
  return decode(
    html
      .replace(/<(head|style)[\s\S]*?<\/\1>/g, "")
      // How a template is laid out is no matter of its reader's.
      .replace(/\s+/g, " ")
      .replace(/<a\s[^>]*href="([^"]+)"[^>]*>([\s\S]*?)<\/a\s*>/g, (_, href: string, words: string) =>
        href === words ? href : `${words}: ${href}`,
      )
      .replace(/<\/(p|h1|div|tr)\s*>|<br\s*\/?>/g, "\n")
      .replace(/<[^>]+>/g, ""),
  )
    .replace(/[ \t]+/g, " ")
    .replace(/\s*\n\s*/g, "\n\n")
    .trim();
}

/** Keeps every message as a file instead of sending it: an embedded backend has nobody to deliver to. */
export class Mailbox {
  readonly #directory: string;
  /** Whom each file is to, as far as that is known: hundreds of messages need not be read to find one. */
  readonly #receivers = new Map<string, string>();
  #last = 0;
  /** Set while the demo accounts are made: nobody needs their mails. */
  muted = false;

  /** @param directory made when missing */
  constructor(directory: string) {
    mkdirSync(directory, { recursive: true, mode: 0o700 });
    this.#directory = directory;
  }

  /** Keeps one message. Never waits for a network: a slow or failing mail server must not fail a sign-up. */
  async send({ to, subject, html = "" }: EmailMessage): Promise<void> {
    if (!this.muted) this.keep({ to, subject, html, text: textOf(html) });
  }

  /** Keeps a mail that is finished, such as one of the product's own. */
  keep({ to, subject, text, html, messageId, unsubscribeUrl, replyTo }: MailContent & Partial<Mail>): void {
    // Two messages of one millisecond keep their order, since the name carries it.
    this.#last = Math.max(Date.now(), this.#last + 1);
    const message: MailboxMessage = {
      to,
      subject,
      text,
      html,
      links: linksOf(html),
      sent_at: new Date(this.#last).toISOString(),
      ...(messageId ? { message_id: messageId } : {}),
      ...(unsubscribeUrl ? { unsubscribe_url: unsubscribeUrl } : {}),
      ...(replyTo ? { reply_to: replyTo } : {}),
    };
    const name = `${this.#last}-${randomUUID()}.json`;
    const path = join(this.#directory, name);
    writeFileSync(`${path}.new`, JSON.stringify(message, null, 2), { mode: 0o600 });
    renameSync(`${path}.new`, path);
    this.#receivers.set(name, to);
  }

  #read(name: string): MailboxMessage {
    const message = JSON.parse(readFileSync(join(this.#directory, name), "utf8")) as MailboxMessage;
    this.#receivers.set(name, message.to);
    return message;
  }

  /** The messages, newest first. @param to only those to this address */
  list(to?: string | null): MailboxMessage[] {
    return readdirSync(this.#directory)
      .filter((name) => name.endsWith(".json") && (!to || [to, undefined].includes(this.#receivers.get(name))))
      .sort()
      .reverse()
      .map((name) => this.#read(name))
      .filter((message) => !to || message.to === to);
  }
}

function escape(text: string): string {
  return text.replace(/[&<>"]/g, (character) => `&#${character.charCodeAt(0)};`);
}

/** The messages as a plain page: what a newcomer opens to follow a confirmation link. */
export function mailboxPage(messages: MailboxMessage[]): string {
  const articles = messages.map(
    ({ to, subject, text, links, sent_at, reply_to }) => `<article>
<h2>${escape(subject)}</h2>
<p>To ${escape(to)}, <time datetime="${sent_at}">${sent_at}</time></p>
${reply_to ? `<p>Answers go to ${escape(reply_to)}</p>\n` : ""}<pre>${escape(text)}</pre>
<ul>${links.map((link) => `<li><a href="${escape(link)}">${escape(link)}</a></li>`).join("")}</ul>
</article>`,
  );
  return `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>Mailbox</title>
<style>body{font:1rem/1.5 system-ui;max-width:44rem;margin:2rem auto;padding:0 1rem;color-scheme:light dark}pre{white-space:pre-wrap}pre,a{overflow-wrap:anywhere}article{border-top:1px solid}</style>
</head><body><h1>Mailbox</h1>
<p>Messages the embedded backend would have sent, newest first.</p>
${articles.join("\n") || "<p>No message yet.</p>"}
</body></html>`;
}
