import fc from "fast-check";
import { afterAll, beforeAll, expect, it } from "vitest";
import { times } from "../support/services/counts.ts";
import { openSite } from "../support/services/processes.ts";
import { sendRaw, type RawResponse } from "../support/http/raw.ts";
import { anySign } from "../support/text/signs.ts";

// Requests as nobody's browser sends them, byte by byte.

const REQUESTS = times(20_000, 250);
const AT_ONCE = 25;

let running: Awaited<ReturnType<typeof openSite>>;
beforeAll(async () => {
  running = await openSite({ LOG_LEVEL: "error" });
});
afterAll(() => running.stop());

const bytes = fc.string({ unit: anySign, maxLength: 40 });
const methods = [
  "GET",
  "GET",
  "GET",
  "HEAD",
  "POST",
  "PUT",
  "DELETE",
  "OPTIONS",
  "TRACE",
  "CONNECT",
  "PRI",
  "M-SEARCH",
];
const paths = [
  ...["/", "/about", "/contact", "/Contact/", "/services/core-hiring", "/nope", "/login", "/client-auth", "/demo"],
  ...["/client-dashboard", "/submit-requirement", "/client-dashboard.data", "/submit-requirement.data?_routes=x"],
  ...["/favicon.svg", "/brochure.pdf", "/assets/", "/healthz", "/readyz", "/sitemap.xml", "/robots.txt", "/__manifest"],
  ...[
    "//",
    "/%",
    "/%0a",
    "/%E2%80%A8",
    "*",
    "http://localhost/about",
    "http://[/",
    "https://a@b:99999/",
    "/_root.data",
  ],
];
const target = fc
  .tuple(fc.constantFrom(...paths), fc.oneof(fc.constant(""), fc.webPath(), fc.webQueryParameters(), bytes))
  .map(([path, rest]) => path + rest)
  .filter((text) => !/[\r\n]/.test(text));
const range = fc.oneof(
  fc.tuple(fc.integer(), fc.integer()).map(([from, to]) => `bytes=${from}-${to}`),
  fc.constantFrom("bytes=-1", "bytes=9-", "bytes=1-0,2-1", "bytes=99999999999999999999-", "chars=1-2"),
);
const host = fc.oneof(
  { weight: 30, arbitrary: fc.constant("localhost") },
  { weight: 1, arbitrary: fc.oneof(bytes, fc.constantFrom("[", "a b", "[::1]", "x:99999", "a/b", "é", "%00", "..")) },
);
const text = fc.oneof({ weight: 3, arbitrary: fc.webQueryParameters() }, bytes);
/** Headers that a parser may well take... */
const header = fc.oneof(
  range.map((value) => ["Range", value]),
  fc.tuple(fc.constantFrom("If-None-Match", "If-Modified-Since", "If-Range", "Accept", "Accept-Language"), text),
  fc.tuple(
    fc.constant("Accept-Encoding"),
    fc.constantFrom("br", "gzip;q=0", "*", "zstd, br;q=0.1", "identity;q=0", ","),
  ),
  fc.tuple(fc.constantFrom("Cookie", "Authorization", "X-Forwarded-For", "X-Forwarded-Host", "Forwarded", "Via"), text),
  fc.tuple(
    fc.constant("Cookie"),
    fc.constantFrom("toast=x", "toast=%", "session=base64-e30", "session.0=a; session.1=b"),
  ),
  fc.tuple(fc.constantFrom("Origin", "Referer", "Sec-Fetch-Site", "X-Request-Id", "traceparent", "__proto__"), text),
  fc.tuple(fc.constantFrom("Expect", "Upgrade", "HTTP2-Settings"), text),
);
/** ... and such as it had better not. */
const oddHeader = fc.oneof(
  fc.tuple(fc.constant("Transfer-Encoding"), fc.constantFrom("chunked", "gzip, chunked", "identity", "x")),
  fc.tuple(fc.constant("Content-Length"), fc.constantFrom("-1", "0", "1", "99999999999", "0x10", "1, 1")),
  fc.tuple(fc.constantFrom("Content-Length", "Connection", "Host"), bytes),
);
const type = fc.constantFrom("application/x-www-form-urlencoded", "multipart/form-data; boundary=x", "text/plain", "");
const request = fc
  .record({
    method: fc.oneof({ weight: 40, arbitrary: fc.constantFrom(...methods) }, { weight: 1, arbitrary: bytes }),
    target,
    version: fc.oneof(
      { weight: 30, arbitrary: fc.constant("HTTP/1.1") },
      fc.constantFrom("HTTP/1.0", "HTTP/2.0", "HTTP/9", ""),
    ),
    host,
    headers: fc.array(fc.oneof({ weight: 12, arbitrary: header }, oddHeader), { maxLength: 4 }),
    type,
    hasLength: fc.boolean(),
    body: fc.oneof(
      fc.constant(""),
      bytes,
      fc.constantFrom("name=a&email=b", "__proto__.x=1", "5\r\nhello\r\n0\r\n\r\n", "--x\r\n"),
    ),
  })
  .map(({ method, target: to, version, host: of, headers, type: kind, hasLength, body }) => {
    const own = hasLength
      ? [
          ["Content-Type", kind],
          ["Content-Length", String(body.length)],
        ]
      : [];
    const lines = [...own, ...headers].map(([name = "", value = ""]) => `${name}: ${value.replace(/[\r\n]/g, " ")}`);
    const head = [`${method} ${to} ${version}`, `Host: ${of}`, "Connection: close", ...lines].join("\r\n");
    return Buffer.from(`${head}\r\n\r\n${body}`, "latin1");
  });

function faultOf({ status, headers }: RawResponse, path: Buffer): string | undefined {
  const isProbe = /^\S+ \/(healthz|readyz)[ ]/.test(path.toString("latin1"));
  if (status >= 500) return `status ${status}`;
  if (!isProbe && headers["x-content-type-options"] !== "nosniff") return "no common headers";
  if (!isProbe && !headers["x-request-id"]) return "no request id";
  return undefined;
}

it(`answers ${REQUESTS} raw requests without a 5xx, with the headers of every answer, and goes on`, async () => {
  const statuses = new Map<number, number>();
  let silent = 0;
  const batch = fc.array(request, { minLength: AT_ONCE, maxLength: AT_ONCE });
  await fc.assert(
    fc.asyncProperty(batch, async (requests) => {
      const answers = await Promise.all(requests.map((each) => sendRaw(running.site.port, each)));
      for (const [index, answer] of answers.entries()) {
        if (!answer) silent += 1;
        else statuses.set(answer.status, (statuses.get(answer.status) ?? 0) + 1);
        const fault = answer && faultOf(answer, requests[index]!);
        if (fault) throw new Error(`${fault}: ${JSON.stringify(requests[index]!.toString("latin1"))}`);
      }
      expect(running.site.hasEnded).toBe(false);
    }),
    { numRuns: REQUESTS / AT_ONCE, interruptAfterTimeLimit: 600_000, markInterruptAsFailure: true },
  );
  expect((await fetch(`${running.site.url}/healthz`)).status).toBe(200);
  expect(running.site.log.filter((line) => /"level":"(error|fatal)"/.test(line))).toEqual([]);
  const counts = [...statuses].sort(([a], [b]) => a - b).map(([status, count]) => `${count} x ${status}`);
  console.log(`${REQUESTS} raw requests: ${counts.join(", ")}, ${silent} without an answer; no 5xx, no end`);
}, 700_000);
