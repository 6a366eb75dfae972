import fc from "fast-check";
import { describe, expect, it } from "vitest";
import {
  capitalizedName,
  clampMessage,
  cleanText,
  firstCharacters,
  isolated,
  isWithin,
  latinDigits,
  titleText,
} from "./text";

/** Half a pair as well, and whole ones. fast-check's own unit of any sign takes a worker of vitest seconds to make. */
const anySign = fc.oneof(
  fc.nat(0xffff).map((code) => String.fromCharCode(code)),
  fc.constantFrom("\u{1f44b}", "\u{1d49c}", "\u{1d173}", "\u{20000}", "\u{e0001}", "\u{e0041}", "\u{10ffff}"),
);

it.each([
  ["  a  b ", "a  b"],
  ["a\r\nb\rc", "a\nb\nc"],
  ["a\u0000b\u0007\u001b\u007f", "ab"],
  ["\t\n", ""],
  ["a\u0085b\u009fc", "a\nbc"],
  ["\ud800a\udc00 \u{1f600}", "\ufffda\ufffd \u{1f600}"],
])("cleanText(%j) is %j", (value, expected) => {
  expect(cleanText(value)).toBe(expected);
});

it.each([
  ["ramesh kumar", "Ramesh Kumar"],
  ["maria d'souza-o’neill k.r. ñuñez", "Maria D'Souza-O’Neill K.R. Ñuñez"],
  ["nurul sa'id", "Nurul Sa'id"],
  ["Ludwig van Beethoven", "Ludwig van Beethoven"],
  ["J P SINGH", "J P SINGH"],
  ["आशा राव", "आशा राव"],
])("capitalizedName(%j) is %j", (name, expected) => {
  expect(capitalizedName(name)).toBe(expected);
});

describe("what shows nothing", () => {
  it.each([
    " ",
    "\u0085",
    "\u00a0",
    "\u00ad",
    "\u200b",
    "\u2800",
    "\u3000",
    "\u3164",
    "\ufeff",
    "\u{e0041}",
    "\u200b \u2060",
  ])("is blank: %j", (value) => expect(cleanText(value)).toBe(""));

  it("goes at both ends, and stays inside", () => {
    expect(cleanText("\u200b\u2800 a\u200bb \u3164\u200e")).toBe("a\u200bb");
  });

  it.each([
    ["joined emoji", "\u{1f469}\u200d\u{1f4bb}"],
    ["a heart in colour", "\u2764\ufe0f"],
    ["a flag", "\u{1f3f4}\u{e0067}\u{e0062}\u{e0065}\u{e006e}\u{e0067}\u{e007f}"],
    ["Malayalam's last letter", "\u0d28\u0d4d\u200d"],
    ["Persian's half space", "\u0645\u06cc\u200c\u062e\u0648\u0627\u0647\u0645"],
  ])("keeps %s", (_, value) => {
    expect(cleanText(` ${value} `)).toBe(value);
  });

  it("costs no more in a long run", () => {
    const spaces = " ".repeat(500_000);
    expect(cleanText(`a${spaces}b${spaces}`)).toHaveLength(500_002);
    expect(cleanText(`${spaces}\u200b`)).toBe("");
  });
});

it("counts characters as the database does, not halves of them", () => {
  expect(isWithin("\u{1f600}".repeat(10), 10)).toBe(true);
  expect(isWithin(`${"\u{1f600}".repeat(10)}x`, 10)).toBe(false);
  expect(isWithin("x".repeat(11), 10)).toBe(false);
});

it("firstCharacters cuts as the database counts, and no character in half", () => {
  const texts = fc.array(anySign, { maxLength: 60 }).map((signs) => signs.join(""));
  fc.assert(
    fc.property(texts, fc.nat(40), (text, most) => {
      expect(firstCharacters(text, most)).toBe([...text].slice(0, most).join(""));
    }),
  );
});

it("clampMessage makes one line of at most 200 characters", () => {
  expect(clampMessage("a\n  b\u0000")).toBe("a b");
  expect(clampMessage("x".repeat(200))).toHaveLength(200);
  expect(clampMessage("x".repeat(5000))).toBe(`${"x".repeat(199)}…`);
  expect(clampMessage("\u{1f600}".repeat(5000))).toBe(`${"\u{1f600}".repeat(199)}…`);
});

it.each([
  ["१२", "12"],
  ["১২.৫", "12.5"],
  ["１２０", "120"],
  ["-٣٤", "-34"],
  ["12a", "12a"],
])("latinDigits(%j) is %j", (value, expected) => {
  expect(latinDigits(value)).toBe(expected);
});

it.each([
  ["The budget's gone: 5 %", "The budget's gone: 5 %"],
  ["Zoë O'Brien", "Zoë O'Brien"],
  ["\u202emoc.live", "moc.live"],
  ["a\u2069\u202eb", "ab"],
  ["\u05d0\u05d1, 1", "\u2068\u05d0\u05d1, 1\u2069"],
])("isolated(%j) is %j", (value, expected) => {
  expect(isolated(value)).toBe(expected);
});

describe("titleText", () => {
  it.each([
    ["an override", "invoice \u202egnp.exe", "invoice gnp.exe"],
    ["isolates and embeddings", "\u2066a\u2069 \u202bb\u202c \u202dc", "a b c"],
    ["marks", "a\u200e\u200f\u061cb", "ab"],
    ["what shows nothing", "a\u200b\u2060\u00ad\u3164\ufeff\u{e0001}b", "ab"],
    ["line ends and controls", " a\r\nb\u2028c\u0000d\t", "a b cd"],
  ])("takes out %s", (_, words, expected) => {
    expect(titleText(words)).toBe(expected);
  });

  it.each([
    ["words that run from the right", "\u05de\u05d4\u05e0\u05d3\u05e1 \u2013 Haifa"],
    ["a joined emoji", "\u{1f469}\u200d\u{1f4bb} Coder"],
    ["Persian's half space", "\u0645\u06cc\u200c\u062e\u0648\u0627\u0647\u0645"],
    ["a flag", "\u{1f3f4}\u{e0067}\u{e0062}\u{e0065}\u{e006e}\u{e0067}\u{e007f}"],
    ["a heart in colour", "\u2764\ufe0f"],
  ])("keeps %s", (_, words) => {
    expect(titleText(words)).toBe(words);
  });

  it("leaves nothing that turns the words beside it or shows nothing, and no half of a sign, whatever is typed", () => {
    const odd = fc.string({
      unit: fc.constantFrom("a", " ", "\n", "\u202e", "\u2066", "\u200f", "\u061c", "\u200b", "\u200d"),
    });
    fc.assert(
      fc.property(fc.oneof(odd, fc.string({ unit: anySign })), (words) => {
        expect(titleText(words)).not.toMatch(/[\p{Bidi_Control}\p{Cc}\p{Zl}\p{Zp}\u{1d173}\u{e0001}]/u);
        if (words.isWellFormed()) expect(titleText(words).isWellFormed()).toBe(true);
      }),
    );
  });
});
