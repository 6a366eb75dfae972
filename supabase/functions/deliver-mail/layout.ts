import type { Fact, Letter, ListItem } from "./letter.ts";
import { SITE_NAME } from "./names.ts";

const ENTITIES: Record<string, string> = { "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;", "'": "&#39;" };

/** A text as HTML shows it, also inside quotes. */
function escape(text: string): string {
  return text.replace(/[&<>"']/g, (character) => ENTITIES[character]!);
}

/** As in supabase/templates, whose mails come from the same site. */
const BODY = "margin: 0; padding: 24px; background: #fbf8f1; color: #12211f; font: 16px/1.6 system-ui, sans-serif";
const BAR =
  "margin: 0 0 24px; padding: 16px 24px; background: #073f3a; color: #fbf8f1; font: 600 18px/1.2 Georgia, serif";
const HEADING = "margin: 0 0 16px; font: 600 26px/1.15 Georgia, serif";
const BUTTON =
  "display: inline-block; padding: 12px 20px; background: #f4a72c; color: #201503; font-weight: 600; border-radius: 8px; text-decoration: none";
const NOTE = "color: #41504c";
const SUBHEADING = "margin: 24px 0 8px; font: 600 18px/1.3 Georgia, serif";
const LIST = "margin: 0; padding-left: 20px";
const TABLE = "margin: 16px 0; border-collapse: collapse";
const LABEL = "padding: 4px 16px 4px 0; text-align: left; vertical-align: top; font-weight: 400; color: #41504c";
const VALUE = "padding: 4px 0; vertical-align: top";
const QUOTE = "margin: 0; padding-left: 16px; border-left: 3px solid #d9d2c2; color: #41504c";
const RULE = "margin: 32px 0 0; padding-top: 16px; border-top: 1px solid #d9d2c2; font-size: 14px";

/** The same in the dark, for mail programs that know of it; the others show the light one, or change it by themselves. */
const DARK =
  "@media (prefers-color-scheme: dark) { body { background: #0d1917 !important; color: #f1ece0 !important } " +
  ".note { color: #b9c4bf !important; border-color: #35443f !important } }";

/** Where the links of a letter lead, as whole addresses. */
export type Links = Partial<Record<"button" | "settings" | "unsubscribe" | "site", string | undefined>>;

type List = { heading: string; items: ListItem[] };

function listText({ heading, items }: List, { site = "" }: Links): string {
  const lines = items.map((item) => (typeof item === "string" ? `- ${item}` : `- ${item.text}\n  ${site}${item.path}`));
  return [`${heading}:`, ...lines].join("\n");
}

function listHtml({ heading, items }: List, { site = "" }: Links): string {
  const lines = items
    .map((item) =>
      typeof item === "string"
        ? `<li>${escape(item)}</li>`
        : `<li><a class="note" href="${escape(`${site}${item.path}`)}" style="color: #095650">${escape(item.text)}</a></li>`,
    )
    .join("\n        ");
  return `<h2 style="${SUBHEADING}">${escape(heading)}</h2>\n      <ul style="${LIST}">\n        ${lines}\n      </ul>`;
}

/** A paragraph, with the line ends that somebody has typed. */
function paragraphHtml(text: string): string {
  return `<p${text.includes("\n") ? ' style="white-space: pre-line"' : ""}>${escape(text)}</p>`;
}

function factsHtml(facts: readonly Fact[]): string {
  const rows = facts.map(
    ([label, value]) =>
      `<tr><th class="note" scope="row" style="${LABEL}">${escape(label)}</th><td style="${VALUE}">${escape(value)}</td></tr>`,
  );
  return `<table style="${TABLE}">\n        ${rows.join("\n        ")}\n      </table>`;
}

function quoteHtml({ heading, lines }: { heading: string; lines: string[] }): string {
  const quote = `<blockquote class="note" style="${QUOTE}; white-space: pre-line">${lines.map(escape).join("\n")}</blockquote>`;
  return `<p class="note" style="${NOTE}">${escape(heading)}</p>\n      ${quote}`;
}

/** What a mail that can be switched off ends with: two links with their labels. */
function choicesOf({ settings, unsubscribe }: Links): [label: string, url: string][] {
  if (settings === undefined || unsubscribe === undefined) return [];
  return [
    ["Choose which mails you get", settings],
    ["Stop mails like this one", unsubscribe],
  ];
}

/**
 * A letter as text and as HTML. Everything in it is escaped here, so that no template can forget to.
 *
 * @param links where its links lead
 */
export function layOut(
  { subject, heading = subject, paragraphs, facts = [], lists = [], button, notes, quote, isPersonal = false }: Letter,
  links: Links,
): { text: string; html: string } {
  const choices = choicesOf(links);
  const text = [
    ...(heading === null ? [] : [heading]),
    ...paragraphs,
    ...(facts.length > 0 ? [facts.map(([label, value]) => `${label}: ${value}`).join("\n")] : []),
    ...lists.map((list) => listText(list, links)),
    ...(button && links.button ? [`${button.label}:\n${links.button}`] : []),
    ...notes,
    ...choices.map(([label, url]) => `${label}:\n${url}`),
    ...(quote ? [[quote.heading, ...quote.lines.map((line) => `> ${line}`)].join("\n")] : []),
    // What comes after this line mail programs may fold away.
    ...(isPersonal ? [] : [`-- \n${SITE_NAME}`]),
  ].join("\n\n");
  const html = `<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8" />
    <meta name="viewport" content="width=device-width" />
    <meta name="color-scheme" content="light dark" />
    <title>${escape(subject)}</title>
    <style>${DARK}</style>
  </head>
  <body style="${BODY}">
    <div style="max-width: 32rem; margin: 0 auto; overflow-wrap: anywhere">
      <p style="${BAR}">${escape(SITE_NAME)}</p>
      ${[
        ...(heading === null ? [] : [`<h1 style="${HEADING}">${escape(heading)}</h1>`]),
        ...paragraphs.map(paragraphHtml),
        ...(facts.length > 0 ? [factsHtml(facts)] : []),
        ...lists.map((list) => listHtml(list, links)),
        ...(button && links.button
          ? [
              `<p style="margin: 24px 0"><a class="button" href="${escape(links.button)}" style="${BUTTON}">${escape(button.label)}</a></p>`,
            ]
          : []),
        ...(quote ? [quoteHtml(quote)] : []),
        ...notes.map((note) => `<p class="note" style="${NOTE}">${escape(note)}</p>`),
        ...(choices.length > 0
          ? [
              `<p class="note" style="${NOTE}; ${RULE}">${choices
                .map(([label, url]) => `<a class="note" href="${escape(url)}" style="${NOTE}">${label}</a>`)
                .join(" &middot; ")}</p>`,
            ]
          : []),
      ].join("\n      ")}
    </div>
  </body>
</html>
`;
  return { text: `${text}\n`, html };
}
