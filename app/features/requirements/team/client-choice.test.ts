import { expect, it } from "vitest";
import { clientChoices, INVITE, lookedFor, offeredChoices, onlyChoice } from "./client-choice";

const id = "5f0c3a52-6f0e-4a5e-9d0e-3f6c1b7a2d10";
const sender = { name: "Asha", email: "asha@vega.example", company: "Vega" };
const suggested = (reason: string, is_known: boolean) =>
  onlyChoice(clientChoices([{ id, company_name: "Vega", reason, is_known }], sender));

it("ticks the one company that it may be when the team knows it, and what was named before", () => {
  expect(suggested("address", true)).toBe(id);
  expect(suggested("address", false)).toBeUndefined();
  for (const reason of ["invited", "number", "name"]) {
    expect(suggested(reason, true)).toBe(id);
    expect(suggested(reason, false)).toBeUndefined();
  }
  expect(suggested("words", true)).toBeUndefined();
  expect(suggested("connected", false)).toBe(id);
  expect(onlyChoice(clientChoices([], sender))).toBe(INVITE);
});

it("ticks none by an address while nobody can tell whether the team knows it", () => {
  expect(onlyChoice(offeredChoices([`${id} address Vega`, `${INVITE} new Vega`]))).toBeUndefined();
  expect(onlyChoice(offeredChoices([`${id} connected Vega`, `${INVITE} new Vega`]))).toBe(id);
});

it("looks for no more than a name has, and for no half of a character", () => {
  const longest = `${"a".repeat(199)}\u{1f600}`;
  expect(lookedFor(new URLSearchParams({ company: `${longest}b` }))).toBe(longest);
});
