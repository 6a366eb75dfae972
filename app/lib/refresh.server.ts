/** How long an answered refresh is remembered, in milliseconds: longer than the requests of one page are apart. */
const REMEMBERED = 10_000;

type Answer = { status: number; headers: Headers; body: ArrayBuffer };

const answers = new Map<string, Promise<Answer>>();

function refreshToken(input: RequestInfo | URL, init: RequestInit | undefined): string | undefined {
  const url = input instanceof Request ? input.url : input.toString();
  if (!url.includes("/auth/v1/token?grant_type=refresh_token") || typeof init?.body !== "string") return undefined;
  const { refresh_token: token } = JSON.parse(init.body) as { refresh_token?: unknown };
  return typeof token === "string" ? token : undefined;
}

/**
 * `fetch`, but a refresh token is sent only once: requests that arrive together with the same expired session all get
 * the answer of the first. A second use would look like theft to the backend and end the session. A refresh that got no
 * answer is forgotten at once, so that the next request tries again.
 */
export const fetchOnce: typeof fetch = async (input, init) => {
  const token = refreshToken(input, init);
  if (token === undefined) return fetch(input, init);
  let pending = answers.get(token);
  if (!pending) {
    pending = fetch(input, init).then(async (response) => ({
      status: response.status,
      headers: response.headers,
      body: await response.arrayBuffer(),
    }));
    answers.set(token, pending);
    const forget = () => answers.delete(token);
    pending.then(({ status }) => (status < 500 ? void setTimeout(forget, REMEMBERED).unref() : forget()), forget);
  }
  const { status, headers, body } = await pending;
  return new Response(body.slice(0), { status, headers });
};
