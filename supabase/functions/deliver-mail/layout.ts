import { SITE_NAME, type Letter } from "./letters.ts";

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

/**
 * A letter as text and as HTML. Everything in it is escaped here, so that no template can forget to.
 *
 * @param url where the button leads
 */
export function layOut({ subject, paragraphs, button, notes }: Letter, url: string): { text: string; html: string } {
  const text = [subject, ...paragraphs, `${button.label}:\n${url}`, ...notes, `-- \n${SITE_NAME}`].join("\n\n");
  const html = `<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8" />
    <meta name="viewport" content="width=device-width" />
    <title>${escape(subject)}</title>
  </head>
  <body style="${BODY}">
    <div style="max-width: 32rem; margin: 0 auto; overflow-wrap: anywhere">
      <p style="${BAR}">${escape(SITE_NAME)}</p>
      <h1 style="${HEADING}">${escape(subject)}</h1>
      ${paragraphs.map((paragraph) => `<p>${escape(paragraph)}</p>`).join("\n      ")}
      <p><a href="${escape(url)}" style="${BUTTON}">${escape(button.label)}</a></p>
      ${notes.map((note) => `<p style="${NOTE}">${escape(note)}</p>`).join("\n      ")}
    </div>
  </body>
</html>
`;
  return { text: `${text}\n`, html };
}
