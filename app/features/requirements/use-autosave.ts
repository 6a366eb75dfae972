import { useEffect, useLayoutEffect, useRef, useState, type RefObject } from "react";
import { flushSync } from "react-dom";
import { Autosave, type Answer } from "./autosave";
import { BEGUN, entriesOf, SAVE_PATH, draftPath, type DraftEntries } from "./draft-entries";
import type { Draft } from "./drafts.server";

/** Longest wait for an answer, in milliseconds. */
const PATIENCE = 15_000;

/** The draft that a form is, as its page was served. */
export type DraftOnPage = {
  id: string;
  /** "" for one that nobody has saved yet. */
  version: string;
  /** What it was saved with; for a new one, what a blank form has. */
  entries: DraftEntries;
};

/** Of a draft that somebody else has saved meanwhile, both words. */
export type Meanwhile = {
  saved: Draft;
  /** What stands in the form. */
  own: DraftEntries;
  /** Has the person just asked to save? Then they are led to it. */
  isAsked?: boolean;
};

/** What the server answers to a form that is saved by itself. */
export type SaveAnswer = { version: number } | { refused: string; meanwhile?: Draft };

/** Is this no word about the entries, and another try worth it? */
function isPassing(status: number): boolean {
  return status === 401 || status === 429 || status >= 500;
}

/** After these, something may have been typed: adding or removing a skill is a click. */
const EVENTS = ["input", "change", "click", "keyup"];

function write(entries: DraftEntries): string {
  return JSON.stringify(entries);
}

/** Sends the form. @returns the server's answer, or undefined when there was none of ours */
async function post(form: HTMLFormElement): Promise<{ status: number; answer: SaveAnswer } | undefined> {
  try {
    // Shorter than its parts with headers would be. No entry of the form is a file.
    const body = new URLSearchParams([...new FormData(form)] as [string, string][]);
    const response = await fetch(SAVE_PATH, { method: "POST", body, signal: AbortSignal.timeout(PATIENCE) });
    return { status: response.status, answer: (await response.json()) as SaveAnswer };
  } catch {
    return undefined;
  }
}

/** Which draft a form is, and on which version it stands, as its hidden entries say it. */
type Reference = { id: string; version: string };

/**
 * Saves a form as a draft by itself, ten seconds after the last key press, and when somebody asks for it.
 *
 * @param element the form
 * @param draft the draft it is; none for a form that is no draft
 */
export function useAutosave(element: RefObject<HTMLFormElement | null>, draft: DraftOnPage | undefined) {
  const [said, say] = useState("");
  const [meanwhile, setMeanwhile] = useState<Meanwhile | null>();
  const [served, setServed] = useState(draft);
  const [reference, setReference] = useState<Reference | undefined>(draft);
  const isNew = draft?.id !== served?.id || draft?.version !== served?.version;
  if (isNew) {
    setServed(draft);
    setReference(draft);
  }
  const saver = useRef<Autosave>(undefined);
  const other = useRef<Draft>(undefined);
  const isAsked = useRef(false);
  const now = useRef(reference);
  useLayoutEffect(() => {
    now.current = reference;
  }, [reference]);

  /** From now on the form stands on this version: before anything else can send it. */
  function standOn(version: number) {
    const { id } = now.current!;
    flushSync(() => setReference({ id, version: String(version) }));
  }

  /** Of a draft that somebody else has saved, both words are shown: the form goes on standing on the older version. */
  function learn(saved: Draft | undefined, own: DraftEntries) {
    other.current = saved;
    setMeanwhile(saved ? { saved, own, isAsked: isAsked.current } : null);
  }

  async function send(form: HTMLFormElement): Promise<Answer> {
    // The answer may get lost: the server is to know that there may be such a draft.
    if (now.current!.version === "") standOn(BEGUN);
    const path = draftPath(now.current!.id);
    const result = await post(form);
    if (!result) return { lost: navigator.onLine ? "The service could not be reached." : "You are offline." };
    const { status, answer } = result;
    if ("version" in answer) {
      standOn(answer.version);
      form.setAttribute("action", path);
      history.replaceState(history.state, "", path);
      learn(undefined, {});
      return "saved";
    }
    if (answer.meanwhile) learn(answer.meanwhile, entriesOf(new FormData(form)));
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

  /** Saves because somebody has asked for it: over what another has saved, if they have been shown it. */
  async function saveNow(): Promise<void> {
    if (other.current) standOn(other.current.version);
    isAsked.current = true;
    await saver.current?.now();
    isAsked.current = false;
  }

  return { said, meanwhile, reference, setReference, saveNow, settle: async () => saver.current?.settle() };
}
