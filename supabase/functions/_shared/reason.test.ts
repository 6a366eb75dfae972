import { expect, it } from "vitest";
import { reasonOf } from "./reason.ts";

const SECRET = "hooks.example.com/catch/s3cret?key=s3cret";

it.each([
  // Node's words, Deno's of today, and Deno's of before, whose message has the address itself.
  [new TypeError("fetch failed", { cause: { code: "ECONNREFUSED", message: "x" } }), "fetch failed (ECONNREFUSED)"],
  [
    new TypeError("fetch failed", { cause: new Error(`error sending request for url (https://${SECRET}): dns error`) }),
    "fetch failed (error sending request for url ((address)): dns error)",
  ],
  [new TypeError(`error sending request for url (https://u:p@${SECRET}): client error`), "((address)): client error"],
  [new Error(`Invalid URL: "https://${SECRET}"`), 'Invalid URL: "(address)"'],
  [new Error("the CRM answered 500"), "Error: the CRM answered 500"],
])("%s is told with its cause and without the address", (error, words) => {
  expect(reasonOf(error)).toContain(words);
  expect(reasonOf(error)).not.toMatch(/s3cret|u:p/);
});
