import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import type { CDPSession, Page } from "@playwright/test";
import type axe from "axe-core";
import { expect } from "./fixtures.ts";
import { readWidest } from "./letters.ts";

declare global {
  interface Window {
    axe: typeof axe;
    /** What was shown where axe was asked for everything. */
    shown?: WeakSet<Element>;
    findInPage: typeof findInPage;
    narrownessOf: typeof narrownessOf;
    /** The widest letters, as base64. */
    widestLetters: string;
  }
  interface Uint8ArrayConstructor {
    /** Of browsers. */
    fromBase64(text: string): Uint8Array<ArrayBuffer>;
  }
}

/** Half as long as what the package exports, for every document to read. */
const AXE = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");

/** A desk, and a phone. */
export const DESK = { width: 1280, height: 800 };
export const PHONE = { width: 375, height: 800 };

/** The smallest there is. */
const SMALLEST = { width: 320, height: 700 };

/** As long as a word may be where nothing breaks it. */
export const WORD = "Donaudampfschifffahrtsgesellschaft".repeat(6).slice(0, 190);

/** Lets every document that a page opens from now on have axe, and what is asked: to hand it to each took half as long as axe. */
export async function bringAxe(page: Page): Promise<void> {
  // A page that another test had before has been set back since, and does not know of it.
  settings.delete(page);
  await page.emulateMedia({ colorScheme: null });
  const asks = [findInPage, narrownessOf].map((ask) => `window.${ask.name} = ${ask.toString()}`);
  await page.addInitScript([AXE, ...asks, `window.widestLetters = "${readWidest()}"`].join(";\n"));
}

/** What axe was asked about before, by the screen: see `findInPage`. */
const askedOn = new Map<string, string>();

/**
 * What axe finds, in the page itself, and how wide that is. For the contrast of letters, most of its time, it is asked once
 * of those that are alike: with the same name, classes, colour and size, on the same grounds up to the root, and in parts of
 * the same classes where those stand elsewhere than in the flow.
 *
 * @param isWhole by all rules of everything but of those parts of head, menus and foot that were asked about before; else of
 *   such letters, and of what was not shown where it was asked for everything, or can be scrolled here, as long as none like
 *   it was asked about
 * @param seen what axe was asked about before on this screen, by blanks: a list is read one by one on its way to a page
 */
async function findInPage({ isWhole, seen }: { isWhole: boolean; seen: string }) {
  const width = document.documentElement.scrollWidth;
  const digest = (text: string): string => {
    let [one, other] = [0, 0];
    for (let index = 0; index < text.length; index += 1) {
      one = Math.imul(one ^ text.charCodeAt(index), 0x01000193);
      other = Math.imul(other ^ text.charCodeAt(index), 0x5bd1e995);
    }
    return `${one}.${other}`;
  };
  const grounds = new Map<Element, string>();
  const groundOf = (element: Element | null): string => {
    if (!element) return "";
    const made = grounds.get(element);
    if (made !== undefined) return made;
    const { backgroundColor, backgroundImage, opacity, position } = getComputedStyle(element);
    const own = `${backgroundColor} ${backgroundImage} ${opacity} ${position === "static" || element.className}`;
    const below = groundOf(element.parentElement);
    const ground = own === "rgba(0, 0, 0, 0) none 1 true" ? below : digest(`${below} ${own}`);
    grounds.set(element, ground);
    return ground;
  };
  const looksOf = (element: Element): string => {
    const { color, fontSize, fontWeight, textShadow } = getComputedStyle(element);
    const letters = [color, fontSize, fontWeight, textShadow].join();
    return digest(`${element.tagName} ${element.className} ${letters} ${groundOf(element)}`);
  };
  const known = new Set(seen.split(" "));
  const asked: string[] = [];
  const isNewly = (alike: string): boolean => {
    if (known.has(alike)) return false;
    known.add(alike);
    asked.push(alike);
    return true;
  };
  // Which page is open is told by colours, which letters are asked about.
  const LANDMARK = "header, nav, main, footer, aside, section, search, form, [role]";
  const framed = [...document.querySelectorAll(":is(header, nav, footer) > *")]
    .filter((part) => !part.closest("main") && !part.matches(LANDMARK) && !part.querySelector(LANDMARK))
    .map((part) => ({ part, alike: digest(part.outerHTML.replaceAll(' aria-current="page"', "")) }));
  const subjects = new Set<Element>();
  const places = new Set<Element>(document.querySelectorAll("input, select, textarea"));
  const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  for (let text = texts.nextNode(); text; text = texts.nextNode()) {
    if (text.nodeValue?.trim() && text.parentElement?.checkVisibility()) places.add(text.parentElement);
  }
  for (const place of places) {
    if (place.toggleAttribute("data-letters", isNewly(looksOf(place)))) subjects.add(place);
  }
  const isScrolled = (element: Element): boolean =>
    (element.scrollWidth > element.clientWidth || element.scrollHeight > element.clientHeight) &&
    /auto|scroll/.test(getComputedStyle(element).overflow);
  const elements = [...document.body.querySelectorAll("*")];
  if (isWhole) window.shown = new WeakSet(elements.filter((element) => element.checkVisibility()));
  let isNew = false;
  // Of what is one within another the outermost.
  const inside = new Set<Element>();
  for (const element of isWhole ? [] : elements) {
    const isWithin = element.parentElement !== null && inside.has(element.parentElement);
    if (!isWithin && ((window.shown?.has(element) && !isScrolled(element)) || !element.checkVisibility())) continue;
    inside.add(element);
    if (isWithin || !isNewly(digest(element.outerHTML))) continue;
    subjects.add(element);
    isNew = true;
  }
  const answer = (found: string[]) => ({ width, found, asked: asked.join(" ") });
  if (!isWhole && subjects.size === 0) return answer([]);
  // A line that the text around has not tells a link from that: axe works out both their colours all the same.
  const isUnderlined = (element: Element): boolean =>
    getComputedStyle(element).textDecorationLine.includes("underline");
  const isInUnderlined = (element: Element | null): boolean =>
    element !== null && (isUnderlined(element) || isInUnderlined(element.parentElement));
  for (const link of document.querySelectorAll("a[href]")) {
    link.toggleAttribute("data-underlined", isUnderlined(link) && !isInUnderlined(link.parentElement));
  }
  window.axe.configure({
    rules: [
      { id: "color-contrast", selector: "[data-letters]" },
      { id: "link-in-text-block", selector: "a[href]:not([data-underlined]), [role=link]" },
    ],
  });
  const repeated = framed.filter(
    ({ part, alike }) => isWhole && !isNewly(alike) && !part.querySelector("[data-letters]"),
  );
  const whole = { include: [document.documentElement], exclude: repeated.map(({ part }) => part) };
  const { violations } = await window.axe.run(isWhole ? whole : { include: [...subjects] }, {
    ...(!isWhole && !isNew && { runOnly: "color-contrast" }),
    // With no list of what holds, and not the style sheets anew, which only a rule reads that is an experiment and off.
    reporter: "no-passes",
    resultTypes: ["violations"],
    preload: { assets: ["media"] },
  });
  return answer(
    violations.flatMap(({ id, nodes }) =>
      nodes.map(({ target, any, all, none }) => {
        const reasons = [...any, ...all, ...none].map(({ message }) => message);
        return `${id} ${target.join(" ")}: ${reasons.join("; ")}`;
      }),
    ),
  );
}

/** Expects nothing of what was found, and goes on. Without a step of its own for each of a thousand that hold. */
function expectNone(found: readonly string[], what: string): void {
  if (found.length > 0) expect.soft(found, what).toEqual([]);
}

/** What is too wide, in words. */
function tooWide(width: number, room: number): string[] {
  return width > room ? [`${width} px wide, in ${room}`] : [];
}

type Asked = Awaited<ReturnType<typeof findInPage>>;

/** Expects that a page has room on a screen, and that axe has found nothing; and remembers what that was asked about. */
function expectFlawless({ width, found, asked }: Asked, what: string, { size, name }: Screen): void {
  askedOn.set(name, `${askedOn.get(name) ?? ""} ${asked}`);
  expectNone(tooWide(width, size.width), `${what}: width, ${name}`);
  expectNone(found, `${what}: axe, ${name}`);
}

/** Asks axe of the page as it stands about what looks otherwise than on the phone, and how wide that is. */
async function expectAccessible(page: Page, what: string, screen: Screen): Promise<void> {
  const asked = await page.evaluate(
    async ({ screenWidth, seen }) => {
      // A screen of another size comes a moment after it was asked for.
      while (innerWidth !== screenWidth) await new Promise((resolve) => setTimeout(resolve, 5));
      return window.findInPage({ isWhole: false, seen });
    },
    { seen: askedOn.get(screen.name) ?? "", screenWidth: screen.size.width },
  );
  expectFlawless(asked, what, screen);
}

/** How wide the page is, with what is beside the screen. By no locator: for its first a document reads all of Playwright. */
export function widthOf(page: Page): Promise<number> {
  return page.evaluate(() => document.documentElement.scrollWidth);
}

/**
 * How wide the page is, what of it is cut off at 320 pixels where nothing scrolls to it, is too low for a finger, or is a
 * button broken into letters; and how wide it is in the widest letters, twice as large by what enlarges letters alone.
 */
async function narrownessOf() {
  const { body, documentElement: root, fonts } = document;
  const shown = (selector: string) =>
    [...body.querySelectorAll(selector)].filter((element) => element.checkVisibility({ visibilityProperty: true }));
  const scrolls = (element: Element | null): boolean =>
    element !== null && (/auto|scroll/.test(getComputedStyle(element).overflowX) || scrolls(element.parentElement));
  // What is shortened on purpose, with dots at its end.
  const isShortened = ({ parentElement }: Element): boolean =>
    parentElement !== null &&
    (getComputedStyle(parentElement).textOverflow === "ellipsis" || isShortened(parentElement));
  const name = (element: Element) => element.outerHTML.slice(0, 100);
  const heights = (selector: string) =>
    shown(selector).map((element) => ({ element, height: element.getBoundingClientRect().height }));
  const misfits = [
    ...[...body.querySelectorAll("*")]
      .filter((element) => element.getBoundingClientRect().right > 321)
      .filter((element) => element.checkVisibility({ visibilityProperty: true }))
      .filter((element) => !scrolls(element) && !isShortened(element))
      .map((element) => `cut off: ${name(element)}`),
    ...heights("button, .btn").flatMap(({ element, height }) => (height > 100 ? [`broken: ${name(element)}`] : [])),
    ...heights("main .btn, main .control").flatMap(({ element, height }) =>
      height < 44 ? [`${height} px low: ${name(element)}`] : [],
    ),
  ];
  const width = root.scrollWidth;
  const bytes = Uint8Array.fromBase64(window.widestLetters);
  fonts.add(await new FontFace("Widest", bytes).load());
  const wide = { "--font-sans": "Widest", "--font-serif": "Widest", "font-size": "200%" };
  for (const [property, value] of Object.entries(wide)) root.style.setProperty(property, value);
  const widest = root.scrollWidth;
  for (const property of Object.keys(wide)) root.style.removeProperty(property);
  return { width, misfits, widest };
}

/** What sets the letters of the browser's setting, and how it has set them and the colours, by the page. */
const settings = new WeakMap<Page, { browser: CDPSession; colorScheme?: Screen["colorScheme"]; letters?: number }>();

type Size = { width: number; height: number };

/** Shows the page that is open on a screen of another size, and waits until it is. */
export async function resize(page: Page, size: Size): Promise<void> {
  await page.setViewportSize(size);
  await expect.poll(() => page.evaluate(() => innerWidth)).toBe(size.width);
}

type Screen = {
  name: string;
  size: Size;
  colorScheme: "light" | "dark";
  /** How large letters are by the browser's setting, which media queries hear of; 16 unless it is said. */
  letters?: number;
};

/** Shows a page on a screen, as far as it is not there yet. */
async function showOn(page: Page, { size, colorScheme, letters = 16 }: Screen): Promise<void> {
  const setting = settings.get(page) ?? { browser: await page.context().newCDPSession(page) };
  // A page that comes from another process may not know what the last was told.
  if (!settings.has(page)) page.on("domcontentloaded", () => (setting.colorScheme = setting.letters = undefined));
  settings.set(page, setting);
  const { width, height } = page.viewportSize()!;
  if (width !== size.width || height !== size.height) await page.setViewportSize(size);
  if (setting.colorScheme !== colorScheme) await page.emulateMedia({ colorScheme });
  if (setting.letters !== letters) {
    await setting.browser.send("Page.setFontSizes", { fontSizes: { standard: letters } });
  }
  Object.assign(setting, { colorScheme, letters });
}

/** A desk; the smallest phone in the dark, and that with letters twice as large, where pages are opened. */
const IN_THE_DARK: Screen = { name: "a phone in the dark", size: SMALLEST, colorScheme: "dark" };
const AT_A_DESK: Screen = { name: "a desk", size: DESK, colorScheme: "light" };
const ENLARGED: Screen = { ...IN_THE_DARK, letters: 32 };

/**
 * No page is wider than a screen of 320 pixels: in the letters of this machine, with those of the browser's setting twice
 * as large, and in the widest, twice as large by what enlarges letters alone. Where those have room all others have.
 *
 * @param isWhole axe is asked by all rules as well, at once: each question is an errand to the browser
 */
async function expectNarrow(page: Page, what: string, isWhole: boolean): Promise<void> {
  await showOn(page, ENLARGED);
  const enlarged = await page.evaluate(async (screenWidth) => {
    while (innerWidth !== screenWidth) await new Promise((resolve) => setTimeout(resolve, 5));
    return document.documentElement.scrollWidth;
  }, SMALLEST.width);
  expectNone(tooWide(enlarged, SMALLEST.width), `${what}: the browser's letters twice as large`);
  await showOn(page, IN_THE_DARK);
  const { width, misfits, widest, asked } = await page.evaluate(
    async ({ isWhole, seen }) => ({
      ...(await window.narrownessOf()),
      asked: isWhole ? await window.findInPage({ isWhole, seen }) : undefined,
    }),
    { isWhole, seen: askedOn.get(IN_THE_DARK.name) ?? "" },
  );
  expectNone(tooWide(width, 320), `${what}: width at 320`);
  expectNone(misfits, `${what}: what does not fit at 320`);
  expectNone(tooWide(widest, 320), `${what}: wide letters twice as large`);
  if (asked) expectFlawless(asked, what, IN_THE_DARK);
}

/** Asks of a page as it stands what it must hold for its width on the smallest phone. */
export async function lookNarrow(page: Page, what: string): Promise<void> {
  await expectNarrow(page, what, false);
}

/** Asks of a page as it stands what it must hold on the smallest phone, in dark colours: axe by all rules, and its width. */
export async function lookOnSmallest(page: Page, what: string): Promise<void> {
  await expectNarrow(page, what, true);
}

/**
 * Asks of a page as it stands what every page holds, and goes on after what it does not: axe by all rules on the smallest
 * phone in dark colours, and its width there; at a desk in light ones its width, and axe about what looks otherwise than
 * on the phone. Leaves it so.
 */
export async function look(page: Page, what: string): Promise<void> {
  await lookOnSmallest(page, what);
  await showOn(page, AT_A_DESK);
  await expectAccessible(page, what, AT_A_DESK);
}

/** Looks at what only a phone shows as `look` does, and at its light colours as well. Leaves it on the phone. */
export async function lookOnPhone(page: Page, what: string): Promise<void> {
  await look(page, what);
  const inTheLight: Screen = { name: "a phone in the light", size: SMALLEST, colorScheme: "light" };
  await showOn(page, inTheLight);
  await expectAccessible(page, what, inTheLight);
}

/**
 * Opens pages one after the other, and looks at each as `look` does.
 *
 * @param pages their paths by their names
 * @param shownBeside names of those whose parts other pages show as well: they are asked for their width alone
 */
export async function lookAtEach(
  page: Page,
  pages: Record<string, string>,
  shownBeside: ReadonlySet<string> = new Set(),
): Promise<void> {
  for (const [name, path] of Object.entries(pages)) {
    // As it is looked at first: it is laid out once less.
    await showOn(page, ENLARGED);
    await page.goto(path);
    await (shownBeside.has(name) ? lookNarrow(page, name) : look(page, name));
  }
}
