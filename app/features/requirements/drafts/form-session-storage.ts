import { FORM_ID } from "~/lib/forms/form";

/**
 * Where this tab's memory has it: what was typed since the draft was last saved (autosave), or all of a form that is none.
 * Each address its own, so that no page gets another's. Signing out empties all of that memory (enhance/session).
 */
function memoryKey(): string {
  return `draft ${location.pathname}${location.search}`;
}
/** What stands there in place of a draft when the form was taken: who goes back gets a blank one. */
const SENT = "sent";

/** What stood in a form, control by control. */
type Entries = [name: string, value: string][];

/** The form was taken: what still stands in it is no draft any more. */
let isSent = false;

function entriesOf(form: HTMLFormElement): Entries {
  return [...new FormData(form)].filter((entry): entry is [string, string] => typeof entry[1] === "string");
}

/** Is the page shown again: reloaded, or returned to? A page opened anew starts blank. */
function isShownAgain(): boolean {
  const [visit] = performance.getEntriesByType("navigation") as PerformanceNavigationTiming[];
  return visit?.type === "reload" || visit?.type === "back_forward";
}

/** Keeps what stands in a form while its page is left, for the person it belongs to. */
export function keepDraft(owner: string, form: HTMLFormElement): void {
  if (isSent) return;
  try {
    sessionStorage.setItem(memoryKey(), JSON.stringify({ owner, entries: entriesOf(form) }));
  } catch {
    // No memory, or none left: the page is then left as any other.
  }
}

/** The form was taken: nothing of it is kept, and nothing that the browser puts back into it by itself. */
export function forgetDraft(): void {
  isSent = true;
  // What the browser itself would put back, when it has finished with the page, it does not keep either.
  document.getElementById(FORM_ID)?.setAttribute("autocomplete", "off");
  try {
    sessionStorage.setItem(memoryKey(), SENT);
  } catch {
    // No memory: then there is no draft in it either.
  }
}

/** A page that was kept whole, with a form that was taken, is asked for anew when somebody goes back to it. */
export function renewIfSent(event: PageTransitionEvent): void {
  if (event.persisted && isSent) location.reload();
}

/**
 * What the form should show when scripts take it over: what was kept when its page was left; else what already stands in
 * it, typed while the scripts were still on their way, or put there by the server. On the server, nothing.
 *
 * @param owner who is signed in: nobody gets another's draft
 */
export function findEntries(owner: string | undefined): FormData | undefined {
  if (typeof document === "undefined") return undefined;
  const form = document.getElementById(FORM_ID);
  if (!(form instanceof HTMLFormElement)) return undefined;
  const found = new FormData(form);
  if (owner === undefined || !isShownAgain()) return found;
  try {
    const left = sessionStorage.getItem(memoryKey());
    if (left === SENT) return undefined;
    const draft = JSON.parse(left ?? "null") as { owner: string; entries: Entries } | null;
    if (draft?.owner !== owner) return found;
    const kept = new FormData();
    for (const [name, value] of draft.entries) kept.append(name, value);
    return kept;
  } catch {
    return found;
  }
}
