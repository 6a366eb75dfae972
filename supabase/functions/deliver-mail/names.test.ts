import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { named, titled } from "./names.ts";
import { anySign } from "../../../tests/support/text/signs.ts";

/** What a mail program may cut a name at is not looked at here. */
const plain = (name: string) => named(name).replaceAll("\u200b", "");

describe("a name in a mail", () => {
  it.each([
    ["call 1 800 O55 O199", "call …"],
    ["O8OO 555 I23", "…"],
    ["1l80l0l5", "…"],
    ["Ring 1 8OO OSS OISS now", "Ring … now"],
    ["Ring OISS 1 800 OISS now", "Ring … now"],
    ["+1-8o0-5S5-01Z|", "+…"],
    ["BO0-Z5S-I199", "…"],
    ["８ＯＯ５５５", "…"],
    ["8ОО 555 ІѕЅ", "…"],
    ["Ring 18ЗЗ 55З З0ЗЗ", "Ring …"],
    ["Ч8О5З2", "…"],
    ["8Ɛ3Ɛ5Ɛ", "…"],
    ["三四五六七八", "…"],
    ["打电话三四五六七八", "打电话…"],
    ["〇零一二三", "…"],
    ["一-二-三-四-五", "…"],
    ["壹贰叁肆伍", "…"],
    ["1三8〇5", "…"],
    ["①②③④⑤", "…"],
    ["❶❷❸❹❺", "…"],
    ["１２３４５", "…"],
    ["१२३४५", "…"],
    ["٠١٢٣٤", "…"],
    ["𝟏𝟐𝟑𝟒𝟓", "…"],
    ["1\ufe0f\u20e32\ufe0f\u20e33\ufe0f\u20e34\ufe0f\u20e35\ufe0f\u20e3", "… \u20e3"],
    ["Boss 54321", "Boss …"],
    ["Ring18OO555", "Ring…"],
    // Letters that look like dashes, and ones by themselves.
    ...["ー", "ˈ", "ʼ", "ـ", "ǀ", "ᅳ", "ㅡ", "ｰ", "ꟷ", "ǃ", "ˈˈ", " ー ", "x", " x "].map((sign) => [
      `call 0800${sign}555${sign}0199 now`,
      "call … now",
    ]),
  ])("has no number: %s", (name, left) => {
    expect(plain(name)).toBe(left);
    expect(titled(name).replaceAll("\u200b", "")).toBe(left);
  });

  it.each([
    "3M",
    "Vega 2000",
    "Vega S 20",
    "Oslo Söhne",
    "4711 Ltd",
    "BBZ Solutions IO",
    "Oslo 2000",
    "Expo2025",
    "Boss 24",
    "Solo 2000 Ltd",
    "Zoo 24 Söhne",
    "ISO 9001 Experts",
    "24-7 SOS",
    "2000 Solutions",
    "B2B Solutions",
    "O2 Boss",
    "ООО 2000",
    "Engineer II 2026",
    "Cook | 24 | 12",
    "3M 2000",
    "24x7 Support 2026",
    "スーパー 2000",
    "三菱",
    "三井 2000",
    "第一生命",
    "Bills, Bobs and Zoos",
    "OOO IIIII SSS",
  ])("that is a name stays whole: %s", (name) => {
    expect(plain(name)).toBe(name);
  });

  const digits = "0123456789OoIl|SsBZz٣५三〇①Ⅷ½８";
  const unit = fc.oneof(
    fc.string({ unit: anySign, maxLength: 1 }),
    fc.constantFrom(...digits, ...digits, " ", "-", "(", "\u200d", "\u0301", "x", "ö", "…"),
  );
  const text = fc.array(unit, { maxLength: 80 }).map((signs) => signs.join(""));

  it("has no run of five digits, whatever it is made of", () => {
    const digit = "[\\p{N}一二三四五六七八九零]";
    const sign = "[^\\p{L}\\p{N}]*";
    const run = new RegExp(`${digit}(?:${sign}${digit}){4}`, "u");
    fc.assert(
      fc.property(text, (name) => {
        for (const left of [named(name), titled(name)]) expect(left.normalize("NFKC")).not.toMatch(run);
      }),
      { numRuns: 2000 },
    );
  });

  it("has no number with look-alikes among its digits, whatever is between them", () => {
    const separator = fc.constantFrom("", " ", "-", ".", " (", ") ", "/");
    const signs = fc.array(fc.tuple(fc.constantFrom(..."0123456789OoIl"), separator), { minLength: 3, maxLength: 12 });
    fc.assert(
      fc.property(signs, (inner) => {
        const number = `1${inner.map((pair) => pair.join("")).join("")}9`;
        expect(plain(`call ${number} now`)).toBe("call … now");
      }),
    );
  });
});
