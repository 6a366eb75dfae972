import { useEffect, useLayoutEffect, useRef, useState, type RefObject } from "react";
import { flushSync } from "react-dom";
import { Autosave, type SaveResult } from "./autosave";
import {
  BEGUN,
  DRAFT_KEY,
  draftPath,
  entriesOf,
  FORM_PATH,
  SAVE_PATH,
  type DraftEntries,
} from "~/features/requirements/form/draft-entries";
import type { Draft } from "./drafts.server";

/** Longest wait for an answer, in milliseconds. */
const PATIENCE = 15_000;

/** Which draft a form is, and what it stands on, as its hidden entries say it. */
export type Reference = {
  id: string;
  /** "" for one that nobody has saved yet. */
  version: string;
  /** A mark of each field: whether it was changed since. */
  marks: string;
};

/** The draft that a form is, as its page was served. */
export type DraftOnPage = Reference & {
  /** What it was saved with; for a new one, what a blank form has. */
  entries: DraftEntries;
};

/** Of a draft that somebody else has saved meanwhile, both words. */
export type Meanwhile = {
  saved: Draft;
  /** What the form was sent with. */
  own: DraftEntries;
  /** What both have changed, each in another way. */
  conflicts: string[];
  /** What only the other has changed: the form takes it over. */
  theirs: string[];
  /** What the form stood on when it was sent. */
  stood: Pick<Reference, "version" | "marks">;
  /** The form's marks, when it has taken that over. */
  marks: string;
  /** Has the person just asked to save? Then they are led to it. */
  isAsked?: boolean;
};

/** What the server answers to a form that is saved by itself. */
export type SaveResponse =
  | { version: number; marks: string }
  | {
      refused: string;
      meanwhile?: Meanwhile;
      /** The draft is gone: the id of another one, which the form may begin. */
      next?: string;
    };

/** Is this no word about the entries, and another try worth it? */
function isPassing(status: number): boolean {
  return status === 401 || status === 429 || status >= 500;
}

/** After these, something may have been typed: adding or removing a skill is a click. */
const EVENTS = ["input", "change", "click", "keyup"];

/** Are these the same words, or lists of them? */
function isAlike(one: DraftEntries[string] | undefined, other: DraftEntries[string] | undefined): boolean {
  return JSON.stringify(one) === JSON.stringify(other);
}

function write(entries: DraftEntries): string {
  return JSON.stringify(entries);
}

/** Sends the form. @returns the server's answer, or undefined when there was none of ours */
async function post(form: HTMLFormElement): Promise<{ status: number; answer: SaveResponse } | undefined> {
  try {
    // Shorter than its parts with headers would be. No entry of the form is a file.
    const body = new URLSearchParams([...new FormData(form)] as [string, string][]);
    const response = await fetch(SAVE_PATH, { method: "POST", body, signal: AbortSignal.timeout(PATIENCE) });
    return { status: response.status, answer: (await response.json()) as SaveResponse };
  } catch {
    return undefined;
  }
}

/** The form, and the page, are at this address from now on: also when it is sent, or shown again. */
function moveTo(path: string, form: HTMLFormElement): void {
  form.setAttribute("action", path);
  history.replaceState(history.state, "", path);
}

/**
 * Saves a form as a draft by itself, ten seconds after the last key press, and when somebody asks for it.
 *
 * @param element the form
 * @param draft the draft it is; none for a form that is no draft
 * @param fill puts entries into some of its fields
 */
export function useAutosave(
  element: RefObject<HTMLFormElement | null>,
  draft: DraftOnPage | undefined,
  fill: (entries: DraftEntries, fields: readonly string[]) => void,
) {
  const [said, say] = useState("");
  const [meanwhile, setMeanwhile] = useState<Meanwhile | null>();
  const [served, setServed] = useState(draft);
  const [reference, setReference] = useState<Reference | undefined>(draft);
  const isNew = draft?.id !== served?.id || draft?.version !== served?.version;
  if (isNew) {
    setServed(draft);
    setReference(draft);
    setMeanwhile(undefined);
  }
  const saver = useRef<Autosave>(undefined);
  const other = useRef<Meanwhile>(undefined);
  const isSeen = useRef(false);
  const isAsked = useRef(false);
  const now = useRef(reference);
  useLayoutEffect(() => {
    now.current = reference;
  }, [reference]);

  useLayoutEffect(() => {
    other.current = undefined;
    // What came back as the beginning of another draft is not to be looked for at the address of the one that is gone.
    const isAtDraft = new URLSearchParams(location.search).has(DRAFT_KEY);
    if (draft?.version === "" && isAtDraft && element.current) moveTo(FORM_PATH, element.current);
  }, [element, draft?.id, draft?.version]);

  /** From now on the form stands on this: before anything else can send it. */
  function standOn(next: Partial<Reference>) {
    const reference = { ...now.current!, ...next };
    flushSync(() => setReference(reference));
  }

  /**
   * What only the other has changed goes into the form, where it is as it was sent.
   *
   * @returns what has been typed over while it was on its way
   */
  function take(form: HTMLFormElement, { saved, own, theirs }: Meanwhile): string[] {
    const entries = entriesOf(new FormData(form));
    const isAsSent = (field: string) => isAlike(entries[field], own[field]);
    fill(saved.entries, theirs.filter(isAsSent));
    const whole = entriesOf(saved.entries);
    return theirs.filter((field) => !isAsSent(field) && !isAlike(entries[field], whole[field]));
  }

  /**
   * Of a draft that somebody else has saved, both words are shown: the form goes on standing on the older version, so that
   * nothing but somebody who has seen them saves over the other's.
   *
   * @param typed what has been typed over what only the other has changed
   * @param isLed is the person led to it?
   */
  function show(answered: Meanwhile, typed: readonly string[], isLed: boolean) {
    const { saved, own } = answered;
    const before = other.current;
    isSeen.current = isLed || (isSeen.current && before?.saved.version === saved.version);
    const taken = before?.theirs.filter((field) => isAlike(own[field], saved.entries[field])) ?? [];
    const theirs = [...taken, ...answered.theirs.filter((field) => !typed.includes(field))];
    other.current = { ...answered, conflicts: [...answered.conflicts, ...typed], theirs, isAsked: isLed };
    setMeanwhile(other.current);
  }

  /** Saved by itself, or by the button, the form has met what somebody else has saved. */
  function learn(form: HTMLFormElement, answered: Meanwhile) {
    const typed = take(form, answered);
    if (typed.length === 0) standOn({ marks: answered.marks });
    show(answered, typed, isAsked.current);
  }

  /** The same, of a page that answers a form which was sent: without scripts that page itself stands on what it shows. */
  function meet(form: HTMLFormElement, answered: Meanwhile) {
    const typed = take(form, answered);
    const { stood, marks } = answered;
    setReference({ ...now.current!, ...stood, ...(typed.length === 0 ? { marks } : {}) });
    show(answered, typed, true);
  }

  /** What is sent next takes the place of what another has saved, if the person was led to that or loses nothing. */
  function agree() {
    if (!other.current || !(isSeen.current || other.current.conflicts.length === 0)) return;
    const { version, marks } = other.current.saved;
    standOn({ version: String(version), marks });
  }

  function forget() {
    other.current = undefined;
    isSeen.current = false;
    setMeanwhile(null);
  }

  async function send(form: HTMLFormElement): Promise<SaveResult> {
    // The answer may get lost: the server is to know that there may be such a draft.
    if (now.current!.version === "") standOn({ version: String(BEGUN) });
    const path = draftPath(now.current!.id);
    const result = await post(form);
    if (!result) return { lost: navigator.onLine ? "The service could not be reached." : "You are offline." };
    const { status, answer } = result;
    if ("version" in answer) {
      standOn({ version: String(answer.version), marks: answer.marks });
      moveTo(path, form);
      forget();
      return "saved";
    }
    if (answer.meanwhile) learn(form, answer.meanwhile);
    if (answer.next !== undefined) {
      standOn({ id: answer.next, version: "", marks: "" });
      moveTo(FORM_PATH, form);
      forget();
    }
    return isPassing(status) ? { lost: answer.refused } : { refused: answer.refused };
  }

  const isDraft = draft !== undefined;
  useEffect(() => {
    const form = element.current;
    if (!form || !draft) return;
    const page = { read: () => write(entriesOf(new FormData(form))), send: () => send(form), say };
    const own = new Autosave(page, write(draft.entries));
    saver.current = own;
    const touch = () => own.touch();
    const retry = () => own.retry();
    for (const event of EVENTS) form.addEventListener(event, touch);
    addEventListener("online", retry);
    // What was typed before the scripts came, or kept from before a reload.
    own.touch();
    return () => {
      for (const event of EVENTS) form.removeEventListener(event, touch);
      removeEventListener("online", retry);
      void own.settle();
    };
    // eslint-disable-next-line react-hooks/exhaustive-deps -- once for a page
  }, [isDraft]);

  /** Saves because somebody has asked for it. */
  async function saveNow(): Promise<void> {
    agree();
    isAsked.current = true;
    await saver.current?.now();
    isAsked.current = false;
  }

  /** The form is about to be sent. */
  async function settle(): Promise<void> {
    await saver.current?.settle();
    agree();
  }

  return { said, meanwhile, reference, setReference, meet, saveNow, settle };
}
