import { company } from "~/content/company";
import { referenceOf } from "~/lib/format/reference";
import { firstCharacters, isWithin, oneLine } from "~/lib/format/text";
import { kindWords } from "./list/items";
import type { Sent } from "./sent.server";

/** Who sent it, and how to reach them. */
export type Sender = { name: string; email: string | null; phone: string | null; company: string | null };

/** Who sent something, by what was sent. */
export function senderOf(sent: Sent): Sender {
  switch (sent.kind) {
    case "contact":
      return { name: sent.row.name, email: sent.row.email, phone: sent.row.phone, company: sent.row.company };
    case "posting": {
      const { contact_name: name, contact_email: email, phone, company: from } = sent.row;
      return { name, email, phone, company: from };
    }
    case "consultation": {
      const { first_name, last_name, email, phone, company: from } = sent.row;
      return { name: `${first_name} ${last_name}`, email, phone, company: from };
    }
    case "requirement": {
      const { name, email = null, phone = null } = sent.sender ?? {};
      return { name: name ?? sent.company, email, phone, company: sent.company };
    }
  }
}

/** Who sent it, in a line: name and company. */
export function senderWords({ name, company: from }: Pick<Sender, "name" | "company">): string {
  return from && from !== name ? `${name}, ${from}` : name;
}

/** What somebody has written, as it was typed: under a title, where it has one. */
export function wordsOf(sent: Sent): { title: string | null; text: string } {
  switch (sent.kind) {
    case "contact":
      return { title: null, text: sent.row.requirement };
    case "consultation":
      return { title: null, text: sent.row.needs ?? "" };
    default:
      return { title: sent.row.job_title, text: sent.row.job_description ?? "" };
  }
}

/** What something is called that was sent. */
export function kindOf({ kind, row }: Sent): string {
  return kindWords(kind, kind === "contact" ? row.source : null);
}

/** What its sender calls it on the telephone, by their receipt; a requirement has none. */
export function receiptReference({ kind, row }: Sent): string | null {
  return kind === "requirement" ? null : referenceOf(row.form_id ?? row.id);
}

/** What something is about, as a reply says it: a job's title, or what it was that came. */
export function aboutOf({ kind, row }: Sent): string {
  if (kind === "contact") return "your message";
  return kind === "consultation" ? "your consultation" : oneLine(row.job_title);
}

/** What something is about, on one line. */
export function subjectOf(sent: Sent): string {
  const { kind, row } = sent;
  const subject = kind === "contact" ? row.requirement : kind === "consultation" ? row.needs : row.job_title;
  const line = oneLine(subject ?? "");
  if (!isWithin(line, 120)) return `${firstCharacters(line, 119)}…`;
  return line || `From ${senderOf(sent).name}`;
}

/** A mail to whoever sent it, for the mail program: what it is about, how it begins, and who signs it. */
export function replyTo({ name, email }: Sender, subject: string, author: string): string | null {
  if (email === null) return null;
  const body = `Dear ${name},\n\n\n\n${author}\n${company.name}\n`;
  const search = new URLSearchParams({ subject: `Re: ${subject}`, body });
  // Mail programs take a plus for a plus (RFC 6068).
  return `mailto:${encodeURIComponent(email)}?${search.toString().replaceAll("+", "%20").replaceAll("%0A", "%0D%0A")}`;
}
