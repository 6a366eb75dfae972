import { makeNotice } from "./notices";

/** The form of a page that visitors send from (lib/forms/form). */
const FORM = "form#form";
/** What this tab remembers: which form is on its way, and where the receipt of one that was taken is. */
const ON_ITS_WAY = "form sent";
/** The token of the form that is on its way: what was kept of it (`keep`) goes when it was taken. */
const TOKEN_SENT = "token sent";
const keyOf = (form: string): string => `receipt ${form}`;

/**
 * The entry of the browser's history that this page is; "" where the browser does not tell. A note of ours in the history
 * would make a page that answers a post one to be asked for anew: Back would show it without what was typed.
 */
function historyEntry(): string {
  return (window as { navigation?: { currentEntry: { id: string } | null } }).navigation?.currentEntry?.id ?? "";
}

/** Notes from where a form is sent: going back leads to that place, and to no other. */
function noteSending(sent: HTMLFormElement): void {
  sessionStorage.setItem(ON_ITS_WAY, historyEntry());
  const token = sent.elements.namedItem("served");
  sessionStorage.setItem(TOKEN_SENT, token instanceof HTMLInputElement ? token.value : "");
}

/** Forgets what was kept of the form that was taken, at whichever of its addresses. */
function forgetKept(): void {
  const token = sessionStorage.getItem(TOKEN_SENT);
  for (const [key, kept] of Object.entries(sessionStorage)) {
    if (token && key.startsWith("form /") && String(kept).includes(token)) sessionStorage.removeItem(key);
  }
}

/** The receipt of the form that was sent from this place of the history, if it was taken. */
function receiptHere(): string | null {
  const entry = historyEntry();
  return entry && sessionStorage.getItem(keyOf(entry));
}

/** Was the form taken that was sent from this place of the history? */
export function isTaken(): boolean {
  return Boolean(receiptHere());
}

/** Says to whoever goes back to a form that was taken that it was. What was typed stays: it may be sent changed. */
function tellSent(): void {
  const region = document.querySelector("[data-notices]")?.firstElementChild;
  const receipt = receiptHere();
  if (!receipt || !region || region.querySelector("dialog")) return;
  const notice = makeNotice();
  const link = document.createElement("a");
  link.href = receipt;
  link.textContent = "See its receipt";
  const words = document.createElement("p");
  words.append("You have sent this form. ", link);
  notice.append(words);
  region.append(notice);
}

/** Remembers, in this tab alone, which forms were taken. */
export function linkReceipt(): void {
  try {
    const entry = sessionStorage.getItem(ON_ITS_WAY);
    if (entry !== null && document.querySelector("[data-receipt]")) {
      sessionStorage.setItem(keyOf(entry), location.pathname + location.search);
      sessionStorage.removeItem(ON_ITS_WAY);
      forgetKept();
    }
    addEventListener("submit", (event) => {
      const sent = event.target as HTMLFormElement;
      if (!event.defaultPrevented && sent.matches(FORM) && sent.method === "post") noteSending(sent);
    });
    tellSent();
    addEventListener("pageshow", tellSent);
  } catch {
    // No memory, or none left: Back then shows what was typed, as without a script.
  }
}
