const SIGNING_OUT = "signing-out";

/** Empties this tab's memory of what was typed, after the page itself has kept it on its way out. */
function forgetOnLeaving(mark?: string): void {
  addEventListener("pagehide", () => {
    sessionStorage.clear();
    if (mark) sessionStorage.setItem(mark, "1");
  });
}

/**
 * Tells this browser's other tabs when somebody signs out, so that no page of theirs stays open (§4). The word goes out
 * from the page that follows, when the session is really over.
 */
export function shareSignOut(): void {
  if (!("BroadcastChannel" in window)) return;
  const channel = new BroadcastChannel("session");
  const form = document.querySelector("[data-sign-out]");
  form?.addEventListener("submit", () => forgetOnLeaving(SIGNING_OUT));
  if (!form && sessionStorage.getItem(SIGNING_OUT)) {
    sessionStorage.removeItem(SIGNING_OUT);
    channel.postMessage(SIGNING_OUT);
  }
  if (!document.documentElement.dataset["private"]) return;
  channel.addEventListener("message", () => {
    forgetOnLeaving();
    location.reload();
  });
}
