/** So long after the last key press a form is saved, and so long after a try that failed it is tried again, in ms. */
export const PAUSE = 10_000;

/** What came of saving: saved; refused, in words; or no answer, which may come another time. */
export type SaveResult = "saved" | { refused: string } | { lost: string };

type Page = {
  /** What stands in the form now. */
  read: () => string;
  send: () => Promise<SaveResult>;
  /** Tells the person. */
  say: (words: string) => void;
};

function clock(): string {
  return new Date().toLocaleTimeString(navigator.languages, {
    hour: "2-digit",
    minute: "2-digit",
    numberingSystem: "latn",
  });
}

/**
 * Saves a form by itself while it is being filled in. What is lost with the line is tried again; what is refused waits for
 * the next key press. One is on its way at a time, and nothing is sent when nothing has changed.
 */
export class Autosave {
  readonly #page: Page;
  #saved: string;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #running: Promise<void> | undefined;

  /** @param saved what the form is known to have been saved with */
  constructor(page: Page, saved: string) {
    this.#page = page;
    this.#saved = saved;
  }

  /** Something may have been typed. */
  touch(): void {
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => void this.#save(false), PAUSE);
  }

  /** Tries at once, if there is something that could not be saved: the line is back. */
  retry(): void {
    if (this.#timer !== undefined) void this.#save(false);
  }

  /** Is there something that is not known to be saved? */
  isUnsaved(): boolean {
    return this.#page.read() !== this.#saved;
  }

  /** Saves now, changed or not, because somebody has asked for it. */
  async now(): Promise<void> {
    await this.#running;
    await this.#save(true);
  }

  /** Saves no more, and waits for what is on its way: the form itself is about to be sent. */
  async settle(): Promise<void> {
    this.#rest();
    await this.#running;
    this.#rest();
  }

  #rest(): void {
    clearTimeout(this.#timer);
    this.#timer = undefined;
  }

  async #save(isAsked: boolean): Promise<void> {
    this.#rest();
    if (this.#running) {
      // What has been typed meanwhile comes after it.
      this.touch();
      return;
    }
    const entries = this.#page.read();
    if (entries === this.#saved && !isAsked) return;
    this.#running = this.#send(entries);
    await this.#running;
    this.#running = undefined;
  }

  async #send(entries: string): Promise<void> {
    const answer = await this.#page.send();
    if (answer === "saved") {
      this.#saved = entries;
      this.#page.say(`Saved at ${clock()}`);
    } else if ("refused" in answer) {
      this.#page.say(`Not saved: ${answer.refused}`);
    } else {
      this.#page.say(`Not saved: ${answer.lost} It is tried again.`);
      this.touch();
    }
  }
}
