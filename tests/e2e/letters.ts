import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import type { Page } from "@playwright/test";

/**
 * Letters of systems that the tests may not run on, wide ones: Android's and most desktops' under Linux, with a serif of the
 * same kind for the headlines.
 */
export const LETTERS: Readonly<Record<string, { sans: string; serif: string; weights: readonly number[] }>> = {
  Noto: { sans: "noto-sans", serif: "noto-serif", weights: [400, 600, 700] },
  DejaVu: { sans: "dejavu-sans", serif: "dejavu-serif", weights: [400, 700] },
};

const { resolve } = createRequire(import.meta.url);

const read = new Map<string, string>();

function readFont(family: string, weight: number): string {
  const key = `${family} ${weight}`;
  const known = read.get(key);
  if (known !== undefined) return known;
  const data = readFileSync(resolve(`@fontsource/${family}/files/${family}-latin-${weight}-normal.woff2`)).toString(
    "base64",
  );
  read.set(key, data);
  return data;
}

/** Shows a page in the letters of a system, as if it had no others; undefined for those of this one. */
export async function setLetters(page: Page, name: string | undefined): Promise<void> {
  const letters = LETTERS[name ?? ""];
  if (!letters) {
    await page.locator("html").evaluate(({ style }) => {
      for (const kind of ["sans", "serif"]) style.removeProperty(`--font-${kind}`);
    });
    return;
  }
  const { sans, serif, weights } = letters;
  const faces = Object.entries({ sans, serif }).flatMap(([kind, family]) =>
    weights.map((weight) => ({ kind, weight: String(weight), data: readFont(family, weight) })),
  );
  await page.evaluate(
    async ({ name, faces }) => {
      const { style } = document.documentElement;
      for (const { kind, weight, data } of faces) {
        const bytes = Uint8Array.from(atob(data), (letter) => letter.charCodeAt(0));
        document.fonts.add(await new FontFace(`${name} ${kind}`, bytes, { weight }).load());
        style.setProperty(`--font-${kind}`, `"${name} ${kind}"`);
      }
    },
    { name, faces },
  );
}

/** The widest that any system has. One file for all weights and both kinds: reading it is most of what letters cost. */
const WIDEST = { family: "dejavu-sans", weight: 700 };

/** Shows a page in the widest letters, twice as large by what enlarges letters alone. */
export async function setWideLetters(page: Page): Promise<void> {
  const data = readFont(WIDEST.family, WIDEST.weight);
  await page.evaluate(async (data) => {
    const { style } = document.documentElement;
    const bytes = Uint8Array.from(atob(data), (letter) => letter.charCodeAt(0));
    document.fonts.add(await new FontFace("Widest", bytes).load());
    for (const kind of ["sans", "serif"]) style.setProperty(`--font-${kind}`, "Widest");
    style.fontSize = "200%";
  }, data);
}

/** Takes them away again. */
export async function removeWideLetters(page: Page): Promise<void> {
  await page.evaluate(() => {
    const { style } = document.documentElement;
    for (const name of ["--font-sans", "--font-serif", "font-size"]) style.removeProperty(name);
  });
}
