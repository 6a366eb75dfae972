import { DRAFT_KEY } from "~/lib/draft-key";

const SIGNING_OUT = "signing-out";

/** Empties this tab's memory of what was typed, after the page itself has kept it on its way out. */
function forgetDraftOnLeaving(): void {
  addEventListener("pagehide", () => sessionStorage.removeItem(DRAFT_KEY));
}

/**
 * Tells this browser's other tabs when somebody signs out, so that no page of theirs stays open (§4). The word goes out
 * from the page that follows, when the session is really over.
 */
export function shareSignOut(): void {
  if (!("BroadcastChannel" in window)) return;
  const channel = new BroadcastChannel("session");
  const form = document.querySelector("[data-sign-out]");
  form?.addEventListener("submit", () => {
    sessionStorage.setItem(SIGNING_OUT, "1");
    forgetDraftOnLeaving();
  });
  if (!form && sessionStorage.getItem(SIGNING_OUT)) {
    sessionStorage.removeItem(SIGNING_OUT);
    channel.postMessage(SIGNING_OUT);
  }
  if (!document.documentElement.dataset["private"]) return;
  channel.addEventListener("message", () => {
    forgetDraftOnLeaving();
    location.reload();
  });
}
