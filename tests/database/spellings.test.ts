import { readFileSync } from "node:fs";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { addressMistake, readableAddress, readAddress } from "../../app/lib/schema/address";
import { phoneNumbersIn, phoneParts, worldNumber } from "~/lib/format/phone";
import { emailAddress, optionalText } from "../../app/lib/schema/fields";
import { openDatabase } from "../support/services/own-backend.ts";
import { openBackend } from "../support/services/processes.ts";

/** The lines of a table of spellings, with what is written as \u200b or \n meant. */
function readTable(name: string): string[][] {
  return readFileSync(new URL(`../support/text/${name}`, import.meta.url), "utf8")
    .split("\n## ")
    .slice(1)
    .flatMap((part) => part.split("\n").slice(1).filter(Boolean))
    .map((line) =>
      line
        .split(/ \|(?: |$)/)
        .map((cell) => cell.replace(/\\(?:u[\da-f]{4}|[nt])/g, (sign) => JSON.parse(`"${sign}"`) as string)),
    );
}

const NUMBERS = readTable("number-spellings.txt").map(([typed, kept, dialled]) => {
  const text = kept === "same" ? typed! : kept!;
  const links = dialled === "nothing" ? [] : dialled!.split(" ; ").map((link) => link.split(" → "));
  return { typed: typed!, text, links: links.map(([words, number]) => (number ? [words!, number] : [text, words!])) };
});
const ADDRESSES = readTable("address-spellings.txt").map(([typed, kept, shown]) => {
  const refused = /^refused: (.*)$/.exec(kept!)?.[1];
  const stored = kept === "same" ? typed! : kept!;
  return { typed: typed!, stored, refused, shown: shown === "same" ? stored : shown! };
});

const database = openDatabase(await openBackend("http://localhost:3999"));
/** What an expression of the database makes of each text. */
async function inDatabase(expression: string, texts: string[]): Promise<unknown[]> {
  const { rows } = await database.query<{ made: unknown }>(
    `select ${expression} as made from unnest($1::text[]) with ordinality as given (value, place) order by place`,
    [texts],
  );
  return rows.map(({ made }) => made);
}

describe("numbers, as people write them", () => {
  it("are five hundred", () => expect(NUMBERS.length).toBeGreaterThan(500));

  it("are kept as they were typed, and a press on each rings what is shown", () => {
    const became = NUMBERS.map(({ typed }) => {
      const text = optionalText("the phone number").parse(typed) ?? "";
      const links = phoneParts(text).flatMap(({ words, dialled }) => (dialled ? [[words, dialled]] : []));
      return { typed, text, links };
    });
    expect(became).toEqual(NUMBERS);
  });

  it("are dialled from anywhere by one rule, here and in the database", async () => {
    const dialled = [...new Set(NUMBERS.flatMap(({ links }) => links.map(([, number]) => number!)))];
    const found = await inDatabase("private.world_number(value)", dialled);
    expect(found).toEqual(dialled.map((number) => worldNumber(number) ?? null));
    expect(found.filter((number) => number === null).length).toBeGreaterThan(10);
  });

  it("are the same numbers to the database", async () => {
    const found = await inDatabase(
      "private.phone_numbers_in(value)",
      NUMBERS.map(({ text }) => text),
    );
    expect(found).toEqual(NUMBERS.map(({ links }) => links.map(([, dialled]) => dialled)));
  });
});

describe("addresses, as people write them", () => {
  it("are a hundred and fifty", () => expect(ADDRESSES.length).toBeGreaterThan(150));

  it("are kept in one way, shown so that people can read them, or refused with words that help", () => {
    const became = ADDRESSES.map(({ typed }) => {
      const read = emailAddress().safeParse(typed);
      if (!read.success) return [typed, read.error.issues[0]!.message];
      return [typed, read.data, readableAddress(read.data)];
    });
    expect(became).toEqual(
      ADDRESSES.map(({ typed, refused, stored, shown }) => (refused ? [typed, refused] : [typed, stored, shown])),
    );
  });

  it("are taken by the database where the forms take them, and by nothing else", async () => {
    const texts = ADDRESSES.map(({ typed }) => readAddress(typed));
    expect(await inDatabase("private.is_email(value)", texts)).toEqual(ADDRESSES.map(({ refused }) => !refused));
    // What is stored past the forms, as it was typed.
    const typed = ADDRESSES.map((address) => address.typed);
    const taken = await inDatabase("private.is_email(value)", typed);
    expect(taken).toEqual(typed.map((address) => addressMistake(address, "no") === null));
  });
});

/** What numbers and what stands around them are made of. */
const piece = fc.oneof(
  fc.constantFrom(..."0123456789", "00", "91", "+", "+91", "(0)", "98765", "4321", "९८", "٠٥", "７"),
  fc.constantFrom(
    " ",
    "  ",
    "\u00a0",
    "-",
    " - ",
    "–",
    ".",
    "(",
    ")",
    "/",
    ",",
    ";",
    ":",
    "\n",
    "x",
    "ext. ",
    "#",
    "to ",
    " to 6",
    "am",
    "pm",
    "a.m.",
  ),
  fc.constantFrom("98765 43210", "+44 (0)20 7946 0958", "9-6", "10:30", "call", "é", "\u200b"),
);
const numberish = fc.array(piece, { maxLength: 30 }).map((pieces) => pieces.join(""));

it("finds the same numbers here and in the database, in whatever is typed", async () => {
  const texts = fc.sample(numberish, 20_000);
  const found = await inDatabase("private.phone_numbers_in(value)", texts);
  const differing = texts.flatMap((text, place) => {
    const here = phoneNumbersIn(text).map(({ dialled }) => dialled);
    return JSON.stringify(here) === JSON.stringify(found[place]) ? [] : [{ text, here, there: found[place] }];
  });
  expect(differing).toEqual([]);
  expect(found.filter((numbers) => (numbers as string[]).length > 1).length).toBeGreaterThan(500);
});

it("dials nothing but the digits that are shown, and shows all that was typed", () => {
  fc.assert(
    fc.property(numberish, (text) => {
      const parts = phoneParts(text);
      expect(parts.map(({ words }) => words).join("")).toBe(text);
      for (const { dialled } of parts) {
        if (dialled) expect(dialled).toMatch(/^\+?[0-9]{7,}$/);
      }
    }),
  );
});

const addressish = fc
  .array(
    fc.oneof(
      fc.constantFrom(
        ..."ab1.@-_+'’<>,;: \u200b\u00adüéßа%#/&",
        "xn--",
        "xn--mnchen-3ya",
        "example",
        ".com",
        "mailto:",
      ),
      fc.string({ unit: "grapheme", maxLength: 2 }),
    ),
    { maxLength: 12 },
  )
  .map((pieces) => pieces.join(""));

it("reads an address once: what is kept is read as itself, and taken by the database", async () => {
  const texts = fc.sample(
    fc.oneof(
      addressish,
      addressish.map((text) => `ann@${text}.example`),
    ),
    20_000,
  );
  const kept = texts
    .map((text) => readAddress(text))
    .filter((text) => addressMistake(text, "no") === null && text.length <= 320);
  expect(kept.length).toBeGreaterThan(500);
  for (const address of kept) {
    expect(readAddress(address)).toBe(address);
    expect(readAddress(readableAddress(address))).toBe(address);
  }
  expect([...new Set(await inDatabase("private.is_email(value)", kept))]).toEqual([true]);
});

describe("words with a slip", () => {
  it("are tried in no more than 1,700 ways, in either script, whatever is typed", async () => {
    const words = [
      "abcdefghijklmnopqrstuvwxyzabcd",
      "abcd",
      "कखगघङचछजझञटठडढणतथदधनपफबभमयरलवशष",
      "\u0950".repeat(30),
      "कखगघaaaaaaaa",
    ];
    const counts = await inDatabase("(select count(*)::integer from private.near_words(value))", words);
    for (const count of counts) expect(count).toBeLessThanOrEqual(1_700);
    expect(counts.every((count) => Number(count) > 200)).toBe(true);
  });

  it.each([
    ["रसोिया", "रसोइया"],
    ["इंजीनयर", "इंजीनियर"],
    ["ड्राइबर", "ड्राइवर"],
    ["welxer", "welder"],
  ])("%s may have been %s", async (typed, meant) => {
    const { rows } = await database.query("select from private.near_words($1) as near where near = $2", [typed, meant]);
    expect(rows).toHaveLength(1);
  });
});
