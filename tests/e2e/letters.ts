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

type Face = { kinds: readonly string[]; weight: string; data: string };

/** Reads faces into a page, and shows its letters of these kinds in them. @param name tells their families apart */
async function showFaces(page: Page, name: string, faces: readonly Face[]): Promise<void> {
  await page.evaluate(
    async ({ name, faces }) => {
      const { style } = document.documentElement;
      for (const { kinds, weight, data } of faces) {
        const family = `${name} ${kinds.join(" ")}`;
        const bytes = Uint8Array.from(atob(data), (letter) => letter.charCodeAt(0));
        document.fonts.add(await new FontFace(family, bytes, { weight }).load());
        for (const kind of kinds) style.setProperty(`--font-${kind}`, `"${family}"`);
      }
    },
    { name, faces },
  );
}

/** Shows a page in letters of this machine. */
async function resetLetters(page: Page): Promise<void> {
  await page.evaluate(() => {
    const { style } = document.documentElement;
    for (const name of ["--font-sans", "--font-serif"]) style.removeProperty(name);
  });
}

/** Shows a page in the letters of a system, as if it had no others; undefined for those of this one. */
export async function setLetters(page: Page, name: string | undefined): Promise<void> {
  const letters = LETTERS[name ?? ""];
  if (!letters) return resetLetters(page);
  const { sans, serif, weights } = letters;
  const faces = Object.entries({ sans, serif }).flatMap(([kind, family]) =>
    weights.map((weight) => ({ kinds: [kind], weight: String(weight), data: readFont(family, weight) })),
  );
  await showFaces(page, name!, faces);
}

/** The widest that any system has, as base64. One file for all weights and both kinds: reading it is most of what letters cost. */
export const readWidest = () => readFont("dejavu-sans", 700);
