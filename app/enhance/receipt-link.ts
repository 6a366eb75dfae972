import { makeNotice } from "./notices";

/** The form of a page that visitors send from (lib/forms/form). */
const FORM = "form#form";
/** What this tab remembers: which form is on its way, and where the receipt of one that was taken is. */
const ON_ITS_WAY = "form sent";
/** The token of the form that is on its way: what was kept of it (`keep`) goes when it was taken. */
const TOKEN_SENT = "token sent";
const keyOf = (form: string): string => `receipt ${form}`;

function formOfEntry(): string | undefined {
  return (history.state as { form?: string } | null)?.form;
}

/** Notes in the browser's own history from where a form is sent: going back leads to that place, and to no other. */
function noteSending(sent: HTMLFormElement): void {
  const form = String(Date.now());
  history.replaceState({ ...(history.state as object | null), form }, "");
  sessionStorage.setItem(ON_ITS_WAY, form);
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

/** Was the form taken that was sent from this place of the history? */
export function isTaken(): boolean {
  return sessionStorage.getItem(keyOf(formOfEntry() ?? "")) !== null;
}

/** Says to whoever goes back to a form that was taken that it was. What was typed stays: it may be sent changed. */
function tellSent(): void {
  const region = document.querySelector("[data-notices]")?.firstElementChild;
  const receipt = sessionStorage.getItem(keyOf(formOfEntry() ?? ""));
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
    const form = sessionStorage.getItem(ON_ITS_WAY);
    if (form && document.querySelector("[data-receipt]")) {
      sessionStorage.setItem(keyOf(form), location.pathname + location.search);
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
