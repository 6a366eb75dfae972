import {
  BEGUN,
  DRAFT_KEY,
  draftPath,
  FORM_PATH,
  MARKS_KEY,
  SAVE_DRAFT,
  VERSION_KEY,
  type MeanwhileOnPage,
  type SaveResponse,
} from "~/lib/forms/draft-saving";
import { setBusy, setIdle } from "~/enhance/busy";
import { showList } from "~/enhance/restore-form";
import { addDismiss, makeNotice, showError } from "~/enhance/notices";
import { Autosave, type SaveResult } from "./autosave";

/** Longest wait for an answer, in milliseconds. */
const PATIENCE = 15_000;

/** After these, something may have been typed: adding or removing a skill is a change. */
const EVENTS = ["input", "change"];

/** What came of sending the form: an answer of ours, or nothing but a status, if that. */
type Posted = { status?: number; answer?: SaveResponse };

/** Sends the form to be saved. */
async function post(form: HTMLFormElement): Promise<Posted> {
  try {
    // Shorter than its parts with headers would be. No entry of the form is a file.
    const body = new URLSearchParams([...new FormData(form)] as [string, string][]);
    const signal = AbortSignal.timeout(PATIENCE);
    const response = await fetch(form.dataset["save"]!, { method: "POST", body, signal });
    const { status } = response;
    const answer = (await response.json().catch(() => ({}))) as object;
    return "version" in answer || "refused" in answer ? { status, answer: answer as SaveResponse } : { status };
  } catch {
    return {};
  }
}

/** Why no answer of ours came, in words for a person. */
function lostWords({ status }: Posted): string {
  if (!navigator.onLine) return "You are offline.";
  if (status === 413) return "The texts are too long together; shorten the longest one.";
  return "The service could not be reached.";
}

/** Is this no word about the entries, and another try worth it? */
function isPassing(status = 0): boolean {
  return status === 401 || status === 429 || status >= 500;
}

/** The form, and the page, are at this address from now on: also when it is sent, or shown again. */
function moveTo(path: string, form: HTMLFormElement): void {
  form.setAttribute("action", path);
  history.replaceState(history.state, "", path);
}

function shownMeanwhile(): HTMLElement | null {
  return document.querySelector("[data-meanwhile]");
}

/** A form that is saved as a draft: by itself ten seconds after the last key press, by its button, and before it is sent. */
export class DraftForm {
  readonly #form: HTMLFormElement;
  readonly #saver: Autosave;
  readonly #status: Element;
  #isAsked = false;
  /** Has the form been saved, or does the server say better why not: is it to go? */
  #goes = false;
  #posted: Posted = {};

  constructor(form: HTMLFormElement) {
    this.#form = form;
    this.#status = document.querySelector("[data-saving]")!;
    const say = (words: string) => (this.#status.textContent = words);
    const page = { read: () => JSON.stringify(this.#entries()), send: () => this.#send(), say };
    this.#saver = new Autosave(page, this.#isAsServed() ? page.read() : "");
    for (const event of EVENTS) form.addEventListener(event, () => this.#saver.touch());
    addEventListener("online", () => this.#saver.retry());
    form.addEventListener("submit", (event) => void this.#submit(event));
    // What came back as the beginning of another draft is not to be looked for at the address of the one that is gone.
    if (this.#input(VERSION_KEY).value === "" && location.search.includes(DRAFT_KEY)) moveTo(FORM_PATH, form);
    // What was typed before the scripts came, or kept from before a reload.
    this.#saver.touch();
  }

  #input(name: string): HTMLInputElement {
    return this.#form.elements.namedItem(name) as HTMLInputElement;
  }

  /** What stands in the fields, by their names. */
  #entries(): Record<string, string[]> {
    const data = new FormData(this.#form);
    const names = [...new Set(data.keys())].filter((name) => !this.#isOfPage(name));
    return Object.fromEntries(names.map((name) => [name, data.getAll(name) as string[]]));
  }

  /** Is it no field, but what the form says of its page? */
  #isOfPage(name: string): boolean {
    return [DRAFT_KEY, VERSION_KEY, MARKS_KEY, "served", "owner"].includes(name);
  }

  /** Does the form still have what was saved, as the page was served? */
  #isAsServed(): boolean {
    if (this.#form.dataset["kept"] !== undefined || this.#form.dataset["unsaved"] !== undefined) return false;
    const selector = ".control, [type=checkbox], option";
    return [...this.#form.querySelectorAll<HTMLElement>(selector)].every((control) => {
      if (control instanceof HTMLOptionElement) return !control.defaultSelected || control.selected;
      if (control instanceof HTMLSelectElement) return true;
      const { type, checked, defaultChecked, value, defaultValue } = control as HTMLInputElement;
      return type === "checkbox" ? checked === defaultChecked : value === defaultValue;
    });
  }

  /** From now on the form stands on this. @param before what a page that is loaded anew stands on, until it is saved */
  #standOn(key: string, value: string, before?: string): void {
    const input = this.#input(key);
    input.value = value;
    if (before === undefined) delete input.dataset["before"];
    else input.dataset["before"] = before;
  }

  /** Puts entries into fields. */
  #fill(entries: Record<string, string | string[]>): void {
    for (const [name, entry] of Object.entries(entries)) {
      if (Array.isArray(entry)) showList(this.#form.querySelector(`[data-list="${name}"]`)!, entry);
      else if (this.#input(name).type === "checkbox") this.#input(name).checked = entry === "on";
      else this.#input(name).value = entry;
    }
  }

  /**
   * Another has saved the draft meanwhile. What only they have changed goes into the form, and both are shown. The form
   * goes on standing on the older version until its person is led to that, so that nobody saves over it unseen.
   *
   * @param sent what was sent
   * @returns false where what they have changed was typed over while it was on its way: it is to be sent again
   */
  #learn(meanwhile: MeanwhileOnPage, sent: Record<string, string[]>): boolean {
    const { theirs, html, saved, marks, isHarmless } = meanwhile;
    const now = this.#entries();
    if (Object.keys(theirs).some((name) => String(now[name]) !== String(sent[name]))) return false;
    this.#fill(theirs);
    shownMeanwhile()?.remove();
    this.#form.insertAdjacentHTML("beforebegin", html);
    if (this.#isAsked || isHarmless) {
      this.#standOn(VERSION_KEY, String(saved.version), this.#input(VERSION_KEY).value);
      this.#standOn(MARKS_KEY, saved.marks, marks);
    } else this.#standOn(MARKS_KEY, marks);
    if (this.#isAsked) shownMeanwhile()?.focus();
    return true;
  }

  async #send(): Promise<SaveResult> {
    const shown = shownMeanwhile();
    // Nothing is saved by itself over what somebody is still to look at.
    if (shown && !this.#isAsked) return { refused: shown.dataset["meanwhile"]! };
    // The answer may get lost: the server is to know that there may be such a draft.
    if (this.#input(VERSION_KEY).value === "") this.#standOn(VERSION_KEY, String(BEGUN));
    const path = draftPath(this.#input(DRAFT_KEY).value);
    const sent = this.#entries();
    this.#posted = await post(this.#form);
    const { status, answer } = this.#posted;
    if (!answer) return { lost: lostWords(this.#posted) };
    if ("version" in answer) {
      this.#standOn(VERSION_KEY, String(answer.version));
      this.#standOn(MARKS_KEY, answer.marks);
      moveTo(path, this.#form);
      shown?.remove();
      return "saved";
    }
    if (answer.meanwhile && !this.#learn(answer.meanwhile, sent)) return this.#send();
    if (answer.next !== undefined) {
      this.#standOn(DRAFT_KEY, answer.next);
      this.#standOn(VERSION_KEY, "");
      this.#standOn(MARKS_KEY, "");
      moveTo(FORM_PATH, this.#form);
    }
    return isPassing(status) ? { lost: answer.refused } : { refused: answer.refused };
  }

  /** Saves, since its person has asked for that. */
  async #ask(): Promise<void> {
    this.#isAsked = true;
    await this.#saver.now();
    this.#isAsked = false;
  }

  /**
   * Saves the form before it is sent: when it then gets lost, with the line or at a proxy, it is there, and where it can't
   * even be saved, it stays on its page.
   */
  async #submit(event: SubmitEvent): Promise<void> {
    const button = event.submitter;
    if (event.defaultPrevented || !(button instanceof HTMLButtonElement)) return;
    if (button.value === SAVE_DRAFT) {
      event.preventDefault();
      await this.#ask();
      return;
    }
    // A line that is known to be down is told elsewhere, and one that is on its way goes.
    if (this.#goes || !navigator.onLine || !this.#saver.isUnsaved()) return;
    event.preventDefault();
    if (button.ariaDisabled === "true") return;
    setBusy(button);
    this.#posted = {};
    await this.#ask();
    setIdle();
    const { answer } = this.#posted;
    if (!answer) return this.#hold(lostWords(this.#posted));
    if ("refused" in answer && answer.next !== undefined) return this.#hold(answer.refused);
    if ("refused" in answer && answer.meanwhile) return;
    await this.#saver.settle();
    this.#goes = true;
    this.#form.requestSubmit(button);
    this.#goes = false;
  }

  /** Says that the form was not sent, and why. */
  #hold(words: string): void {
    const notice = makeNotice("notice-error");
    notice.textContent = `Error submitting requirement: ${words} Your entries are still here.`;
    notice.tabIndex = -1;
    addDismiss(notice);
    showError(notice);
    notice.focus();
  }
}
