/** A page as it is read: without what React puts between texts, its characters as they are; what is not markup stays so. */
function plain(html: string): string {
  return html.replaceAll("<!-- -->", "").replaceAll("&amp;", "&").replaceAll("&#x27;", "'");
}

/** An answer's page as it is read. */
export async function textOf(response: Response): Promise<string> {
  return plain(await response.text());
}

/** An answer's status, and its page as it is read. */
export async function pageOf(response: Response): Promise<{ status: number; html: string }> {
  return { status: response.status, html: await textOf(response) };
}

/** What the forms of a page carry under a name; empty when they don't. */
export function fieldOn(html: string, name: string): string {
  return new RegExp(`name="${name}" value="([^"]*)"`).exec(html)?.[1] ?? "";
}
