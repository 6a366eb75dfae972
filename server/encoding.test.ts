import { brotliDecompressSync, gunzipSync } from "node:zlib";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { compressBeginning, negotiate } from "./encoding.ts";

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
