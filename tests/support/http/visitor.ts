import { ownerBySession } from "./form-owner.ts";
import { checkHeaders } from "./headers.ts";
import type { Person } from "../people/people.ts";
import { textOf } from "./page.ts";
import { spareFetch } from "./spare-fetch.ts";
import { readSessionCookie, writeSessionCookie } from "./session.ts";

const OWNER = "owner";

/** Whoever signs in. */
type Who = Pick<Person, "email" | "password" | "session">;

/** The sessions of sign-ups that a browser has. */
const taken = new WeakSet<NonNullable<Who["session"]>>();

/** Adds to a form whose it is, where it says nothing of that itself. */
function withOwner(body: URLSearchParams | FormData, owner: string): URLSearchParams | FormData {
  if (body.has(OWNER)) return body;
  const owned = body instanceof FormData ? new FormData() : new URLSearchParams();
  for (const [name, value] of body) owned.append(name, value as string);
  owned.append(OWNER, owner);
  return owned;
}

/**
 * A browser's memory for cookies, and whose the forms of its own pages are. It takes no answer whose headers a browser or a proxy
 * may not take.
 */
export class Visitor {
  readonly #site: string;
  readonly cookies = new Map<string, string>();
  /** Whose forms it sends: by its session, unless a test says otherwise. */
  owner: string | undefined;

  /** @param site the site's address */
  constructor(site: string) {
    this.#site = site;
  }

  /** All of them, as the header that a browser sends. */
  get cookie(): string {
    return [...this.cookies].map(([name, value]) => `${name}=${value}`).join("; ");
  }

  async ask(path: string, init: RequestInit = {}): Promise<Response> {
    const { body } = init;
    const owner = this.owner ?? ownerBySession(this.cookies);
    const isForm = body instanceof URLSearchParams || body instanceof FormData;
    const response = await spareFetch(this.#site + path, {
      redirect: "manual",
      ...init,
      ...(isForm && owner !== undefined && { body: withOwner(body, owner) }),
      // Compressed answers are asked for by site/pages, budget and browsers; here they would cost both sides for nothing.
      headers: { "Accept-Encoding": "identity", Cookie: this.cookie, ...(init.headers as Record<string, string>) },
    });
    checkHeaders(path.split("?")[0]!, response);
    for (const line of response.headers.getSetCookie()) {
      const [pair = "", ...attributes] = line.split("; ");
      const [name = "", value = ""] = [pair.slice(0, pair.indexOf("=")), pair.slice(pair.indexOf("=") + 1)];
      if (value === "" || attributes.includes("Max-Age=0")) this.cookies.delete(name);
      else this.cookies.set(name, value);
    }
    return response;
  }

  /** A page as it is read. @throws Error when it is not there */
  async read(path: string, init: RequestInit = {}): Promise<string> {
    const response = await this.ask(path, init);
    if (response.status !== 200) throw new Error(`${response.status} at ${path}`);
    return textOf(response);
  }

  post(path: string, entries: Record<string, string> | URLSearchParams): Promise<Response> {
    return this.ask(path, { method: "POST", body: new URLSearchParams(entries) });
  }

  /** Ages the session: its access token is of no use any more, its refresh token is, unless it is replaced. */
  expire(refreshToken?: string): void {
    const session = readSessionCookie(this);
    writeSessionCookie(this, { ...session, expires_at: 1, refresh_token: refreshToken ?? session.refresh_token });
  }

  /**
   * A browser with the session of somebody's sign-up, which costs nothing: by the site, as by the test, the backend is asked
   * under one name. The session goes to one browser alone; each other signs in.
   */
  static async of(site: string, person: Who): Promise<Visitor> {
    const { session } = person;
    if (!session || taken.has(session)) return Visitor.signedInAs(site, person);
    taken.add(session);
    const visitor = new Visitor(site);
    const { access_token, refresh_token, token_type, expires_in, expires_at = 0 } = session;
    writeSessionCookie(visitor, { access_token, refresh_token, token_type, expires_in, expires_at });
    return visitor;
  }

  /** A browser with a session of a candidate's own page, alive or not (`CandidateMails.openSession`). */
  static ofCandidate(site: string, session: string): Visitor {
    const visitor = new Visitor(site);
    visitor.cookies.set("candidate", encodeURIComponent(btoa(JSON.stringify(session))));
    return visitor;
  }

  /** @throws Error when the sign-in is refused */
  static async signedInAs(site: string, { email, password }: Who): Promise<Visitor> {
    const visitor = new Visitor(site);
    const response = await visitor.post("/client-auth", { intent: "sign-in", email, password });
    if (response.headers.get("location") !== "/client-dashboard") throw new Error(`not signed in: ${response.status}`);
    return visitor;
  }
}
