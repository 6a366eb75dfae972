import { spawn, spawnSync, type ChildProcess } from "node:child_process";
import { existsSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { open, type FileHandle } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { textBrowser } from "../../../scripts/needs/text-browser.ts";
import { end } from "../services/processes.ts";

const lynx = textBrowser();
/** Is there a text browser to test with? */
export const hasTextBrowser = lynx !== undefined;

/** Longest wait for a page, in milliseconds. */
const PATIENCE = 60_000;

/** Every link, control and button has its number before it, in brackets. */
const NUMBERED = "-number_fields";

/** A screen on which every page with a form has room, so that the next link is always in sight. */
const SCREEN = { TERM: "xterm", LINES: "500", COLUMNS: "100" };

/** What it sees of the machine: nobody's settings, nobody's proxy. */
function environment(home: string): NodeJS.ProcessEnv {
  return { NODE_ENV: "test", PATH: process.env["PATH"], HOME: home, LC_ALL: "C.UTF-8", ...SCREEN };
}

/** @throws when there is none (`hasTextBrowser`) */
function command(): string {
  if (lynx === undefined) throw new Error("There is no text browser.");
  return lynx;
}

/** A part of a page as it is written, for a search: words that a line's end may part. */
function words(text: string): string {
  return text.replaceAll(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`).replaceAll(" ", String.raw`\s+`);
}

/** A page as lynx writes it to a terminal's width, with its numbers, without the list of addresses below it. */
export function dumpPage(url: string): string {
  const flags = ["-dump", NUMBERED, "-display_charset=utf-8"];
  const { stdout, stderr } = spawnSync(command(), [...flags, url], {
    encoding: "utf8",
    env: environment(tmpdir()),
  });
  if (stdout === "") throw new Error(`lynx shows nothing of ${url}: ${stderr}`);
  return withoutAddresses(stdout);
}

function withoutAddresses(page: string): string {
  return page.replace(/\nReferences\n[\s\S]*$/, "");
}

/** The lines of a page with numbers on which a link or a control stands right behind a word. */
export function runTogether(page: string): string[] {
  return page.match(/.*[^\s(]\[\d+\].*/g) ?? [];
}

/**
 * Somebody at a text browser: types keys, one after the other, and reads the page that comes. Finds each control by what
 * is written beside it, as a person does. Cookies are kept until it is closed.
 */
export class TextBrowser {
  readonly #directory = mkdtempSync(join(tmpdir(), "text-browser-"));
  readonly #process: ChildProcess;
  #keyboard: FileHandle | undefined;
  #prints = 0;
  #screen = "";

  private constructor(url: string) {
    const keyboard = join(this.#directory, "keyboard");
    spawnSync("mkfifo", [keyboard]);
    // -tna: a field takes keys after Enter, so that until then each key is a command.
    const flags = ["-accept_all_cookies", "-nopause", "-tna", NUMBERED, `-cmd_script=${keyboard}`];
    this.#process = spawn(command(), [...flags, "-display_charset=utf-8", url], {
      env: environment(this.#directory),
      stdio: "ignore",
    });
  }

  /** Opens the browser at an address. */
  static async open(url: string): Promise<TextBrowser> {
    const browser = new TextBrowser(url);
    try {
      // For reading too, though nobody does: else it waits until lynx has opened it, which may have ended.
      browser.#keyboard = await open(join(browser.#directory, "keyboard"), "r+");
      await browser.#read();
    } catch (error) {
      await browser.close();
      throw error;
    }
    return browser;
  }

  /** The page that is shown, with numbers. */
  get screen(): string {
    return this.#screen;
  }

  /** The page that is shown, without numbers. */
  get page(): string {
    return this.#screen.replaceAll(/\[\d+\]/g, "");
  }

  /** Goes to another address. */
  async go(url: string): Promise<void> {
    await this.#press("g", "^U");
    await this.#type(url);
    await this.#press("^J");
    await this.#read();
  }

  /** Types an entry into the field with this label, in place of what is in it. */
  async fill(label: string, entry: string): Promise<void> {
    await this.#goTo(this.#controlOf(label));
    await this.#press("^J", "^U");
    await this.#type(entry);
    await this.#press("<tab>");
  }

  /** Takes an option of the list with this label, which it finds by searching the list. */
  async choose(label: string, option: string): Promise<void> {
    await this.#goTo(this.#controlOf(label));
    await this.#press("^J", "/");
    await this.#type(option);
    await this.#press("^J", "^J");
  }

  /** Ticks the box with this label. */
  async tick(label: string): Promise<void> {
    await this.#goTo(String.raw`\[(\d+)\]\[ \] ${words(label)}`);
    await this.#press("^J");
  }

  /** Presses the button with these words on it, and reads the page that comes. */
  async press(button: string): Promise<void> {
    await this.#goTo(String.raw`\(\[(\d+)\][^)]*\) ${words(button)}(?=\s)`);
    await this.#press("^J");
    await this.#read();
  }

  /** Closes the browser, which forgets its cookies. */
  async close(): Promise<void> {
    await this.#keyboard?.close();
    // Nothing of it is kept; told to end, it may wait for a key instead.
    await end(this.#process, "SIGKILL");
    rmSync(this.#directory, { recursive: true });
  }

  /** A field's label stands at the start of a line; between it and its number may be a hint and a message. */
  #controlOf(label: string): string {
    return String.raw`^ *${words(label)} (?:\*|\(optional\))[^[]*\[(\d+)\]`;
  }

  /** Moves to the first thing whose number an expression finds: from the top, down to it. */
  async #goTo(expression: string): Promise<void> {
    const number = Number(new RegExp(expression, "m").exec(this.#screen)?.[1]);
    if (!number) throw new Error(`${expression} is not on the page:\n${this.#screen}`);
    await this.#press("Home", ...Array<string>(number - 1).fill("Down Arrow"));
  }

  /** Presses keys by their names in lynx's scripts. */
  async #press(...keys: string[]): Promise<void> {
    await this.#keyboard?.write(keys.map((key) => `key ${key}\n`).join(""));
  }

  /** Types text, byte for byte. */
  #type(text: string): Promise<void> {
    return this.#press(...[...Buffer.from(text)].map((byte) => `0x${byte.toString(16).padStart(2, "0")}`));
  }

  /** Has the page that is shown written to a file, the first choice of lynx's menu for printing. */
  async #print(file: string): Promise<void> {
    await this.#press("p", "^J", "^U");
    await this.#type(file);
    await this.#press("^J");
  }

  /** Reads the page that is shown, once it is there: a second file begins when the first is whole. */
  async #read(): Promise<void> {
    this.#prints += 1;
    const file = join(this.#directory, String(this.#prints));
    await this.#print(file);
    await this.#print(`${file}.end`);
    const deadline = Date.now() + PATIENCE;
    while (!existsSync(`${file}.end`)) {
      if (Date.now() > deadline || this.#process.exitCode !== null) throw new Error("lynx shows no page");
      await wait(20);
    }
    this.#screen = withoutAddresses(readFileSync(file, "utf8"));
  }
}
