import { company } from "~/content/company";
import { fieldsOf } from "~/content/public-forms";
import { labelOf } from "~/lib/schema/fields";
import { firstCharacters, isWithin, oneLine } from "~/lib/format/text";
import { kinds } from "~/features/inbox/list/items";
import type { FoundItem, Sent } from "./sent.server";

/** Who sent it, and how to reach them. */
export type Sender = { name: string; email: string | null; phone: string | null; company: string | null };

/** Who sent an item; where nobody is named, their company stands for them. */
export function senderOf({ sender, email, phone, company: from }: Omit<FoundItem, "sent">): Sender {
  return { name: sender ?? from ?? "", email, phone, company: from };
}

/** Who sent it, in an item: name and company. */
export function senderWords({ name, company: from }: Pick<Sender, "name" | "company">): string {
  return from && from !== name ? `${name}, ${from}` : name;
}

/** What somebody has written, as it was typed: under a title, where it has one. */
export function sentWords(sent: Sent): { title: string | null; text: string } {
  if (sent.kind === "requirement") return { title: sent.row.job_title, text: sent.row.job_description ?? "" };
  const row: Readonly<Record<string, unknown>> = sent.row;
  const valueOf = (wanted: "title" | "words") => {
    const value = row[fieldsOf(sent.kind).find(([, , part]) => part === wanted)?.[0] ?? ""];
    return typeof value === "string" ? value : null;
  };
  return { title: valueOf("title"), text: valueOf("words") ?? "" };
}

/** What something is about, as a reply says it: a job's title, or what it was that came. */
export function aboutOf({ kind, row }: Sent): string {
  return "job_title" in row ? oneLine(row.job_title) : `your ${labelOf(kinds, kind).toLowerCase()}`;
}

/** What an item is about, on one line. */
export function subjectOf(item: FoundItem): string {
  const line = oneLine(item.subject ?? "");
  if (!isWithin(line, 120)) return `${firstCharacters(line, 119)}…`;
  return line || `From ${senderOf(item).name}`;
}

/** A mail to whoever sent it, for the mail program: what it is about, how it begins, and who signs it. */
export function replyTo({ name, email }: Sender, subject: string, author: string): string | null {
  if (email === null) return null;
  const body = `Dear ${name},\n\n\n\n${author}\n${company.name}\n`;
  const search = new URLSearchParams({ subject: `Re: ${subject}`, body });
  // Mail programs take a plus for a plus (RFC 6068).
  return `mailto:${encodeURIComponent(email)}?${search.toString().replaceAll("+", "%20").replaceAll("%0A", "%0D%0A")}`;
}
