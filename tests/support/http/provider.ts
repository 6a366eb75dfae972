import { Visitor } from "./visitor.ts";

/** Where a page of the provider's leads whoever is who they say, and whoever has thought better of it. */
function formOf(html: string): { action: string; prompt: string; cancel: string } {
  const [, action = ""] = /action="([^"]+)"/.exec(html) ?? [];
  const [, prompt = ""] = /name="prompt" value="(\w+)"/.exec(html) ?? [];
  const [, cancel = ""] = /<a href="([^"]+)"[^>]*>[^<]*cancel/i.exec(html) ?? [];
  return { action, prompt, cancel };
}

/** Keeps what an answer sets, whoever may read it. */
function keepCookies({ cookies }: Visitor, answer: Response): void {
  for (const line of answer.headers.getSetCookie()) {
    const [pair = ""] = line.split(";");
    const at = pair.indexOf("=");
    if (pair.slice(at + 1) === "") cookies.delete(pair.slice(0, at));
    else cookies.set(pair.slice(0, at), pair.slice(at + 1));
  }
}

/**
 * Goes through the local identity provider's own pages, whose forms stand for Google's, in a browser that it does not know.
 *
 * @param address where the site has sent somebody who signs in by a provider
 * @param name whoever they say they are; undefined for somebody who cancels
 * @returns the path of the site that it leads back to
 */
export async function identify(siteUrl: string, address: string, name: string | undefined): Promise<string> {
  const browser = new Visitor(siteUrl);
  let next = new URL(address);
  let answer = await fetch(next, { redirect: "manual" });
  for (let step = 0; step < 20; step += 1) {
    keepCookies(browser, answer);
    const headers = { Cookie: browser.cookie };
    const location = answer.headers.get("location");
    if (location !== null) {
      next = new URL(location, next);
      if (next.origin === new URL(siteUrl).origin) return next.pathname + next.search;
      answer = await fetch(next, { redirect: "manual", headers });
      continue;
    }
    const { action, prompt, cancel } = formOf(await answer.text());
    next = new URL(name === undefined ? cancel : action, next);
    const body = new URLSearchParams({ prompt, login: name ?? "", password: "anything" });
    answer = await fetch(next, { redirect: "manual", headers, ...(name !== undefined && { method: "POST", body }) });
  }
  throw new Error(`stuck at ${next.href}`);
}
