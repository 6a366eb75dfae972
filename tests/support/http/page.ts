/** An answer's page as it is read: without what React puts between texts, and with `&` and `'` as themselves. */
export async function textOf(response: Response): Promise<string> {
  const html = await response.text();
  return html.replaceAll("<!-- -->", "").replaceAll("&amp;", "&").replaceAll("&#x27;", "'");
}

/** An answer's status, and its page as it is read. */
export async function pageOf(response: Response): Promise<{ status: number; html: string }> {
  return { status: response.status, html: await textOf(response) };
}

/** What a form carries of the page it is on: the version that was read, and the marks of its fields. */
export function seenOn(html: string): { version: string; marks: string } {
  return { version: fieldOn(html, "version"), marks: fieldOn(html, "marks") };
}

/** What the forms of a page carry under a name; empty when they don't. */
export function fieldOn(html: string, name: string): string {
  return new RegExp(`name="${name}" value="([^"]*)"`).exec(html)?.[1] ?? "";
}
