import { brotliDecompressSync, gunzipSync } from "node:zlib";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { compressBeginning, compressFor, negotiate } from "./encoding.ts";

describe("compressBeginning", () => {
  const DECODE = { br: brotliDecompressSync, gzip: gunzipSync, identity: (bytes: Buffer) => bytes };

  it.each(["br", "gzip", "identity"] as const)("makes a whole %s stream with each end it is given", (encoding) => {
    const text = fc.oneof(
      fc.uint8Array({ maxLength: 5_000 }),
      fc.string({ unit: fc.constantFrom("<p>", "word ", "é"), maxLength: 2_000 }),
    );
    const bytes = text.map((value) => Buffer.from(value as string));
    const ends = fc.array(fc.uint8Array({ minLength: 1, maxLength: 400 }), { minLength: 1, maxLength: 3 });
    fc.assert(
      fc.property(bytes, ends, (body, list) => {
        const complete = compressBeginning(body, encoding);
        for (const end of list) {
          const decoded = DECODE[encoding](complete(Buffer.from(end)));
          expect(decoded.equals(Buffer.concat([body, end]))).toBe(true);
        }
      }),
      { numRuns: 200 },
    );
  });

  it.each(["br", "gzip"] as const)("takes ends of one byte and of 65,535 in %s", (encoding) => {
    const complete = compressBeginning(Buffer.from("<html>".repeat(1000)), encoding);
    for (const length of [1, 65_535]) {
      const end = Buffer.alloc(length, "x");
      expect(DECODE[encoding](complete(end)).subarray(6000).equals(end)).toBe(true);
    }
  });
});

describe("negotiate", () => {
  it.each([
    ["gzip, deflate, br, zstd", "br"],
    ["gzip", "gzip"],
    ["br;q=0, gzip", "gzip"],
    ["BR", "br"],
    ["identity", "identity"],
    ["", "identity"],
    [undefined, "identity"],
  ])("%s: %s", (accepted, encoding) => {
    expect(negotiate(accepted)).toBe(encoding);
  });
});

describe("compressFor", () => {
  const page = (words: string) => Buffer.from(`<head><style>${"a{color:red}".repeat(50)}</style></head>${words}`);

  it.each([
    ["a page with styles", "text/html; charset=utf-8", page("<p>Grüße</p>".repeat(30))],
    ["another with the same styles", "text/html; charset=utf-8", page("<h1>Other</h1>")],
    ["styles and nothing more", "text/html", page("")],
    ["a page without styles", "text/html", Buffer.from("<p>word</p>".repeat(100))],
    ["a large page", "text/html", page("<p>word</p>".repeat(10_000))],
    ["what is no page", "application/json", Buffer.from(JSON.stringify(["</style>", "x".repeat(500)]))],
  ])("gives back %s", async (_, type, body) => {
    const headers = new Headers({ "Content-Type": type });
    const compressed = await compressFor("gzip, deflate, br, zstd", headers, body);
    expect(headers.get("Content-Encoding")).toBe("gzip");
    expect(headers.get("Vary")).toBe("Accept-Encoding");
    expect(compressed.length).toBeLessThan(body.length);
    expect(gunzipSync(compressed).equals(body)).toBe(true);
  });

  it.each([
    ["what is small", "text/html", "gzip", "<p>word</p>"],
    ["what is no text", "image/png", "gzip", "x".repeat(1000)],
    ["all for who takes none", "text/html", "identity", "x".repeat(1000)],
  ])("leaves %s as it is", async (_, type, accepted, text) => {
    const headers = new Headers({ "Content-Type": type });
    const body = Buffer.from(text);
    expect(await compressFor(accepted, headers, body)).toBe(body);
    expect(headers.has("Content-Encoding")).toBe(false);
  });
});
