const SIGNING_OUT = "signing-out";

/**
 * Tells this browser's other tabs when somebody signs out, so that no page of theirs stays open (§4). The word goes out
 * from the page that follows, when the session is really over.
 */
export function shareSignOut(): void {
  if (!("BroadcastChannel" in window)) return;
  const channel = new BroadcastChannel("session");
  const form = document.querySelector("[data-sign-out]");
  form?.addEventListener("submit", () => sessionStorage.setItem(SIGNING_OUT, "1"));
  if (!form && sessionStorage.getItem(SIGNING_OUT)) {
    sessionStorage.removeItem(SIGNING_OUT);
    channel.postMessage(SIGNING_OUT);
  }
  const isPrivate = document.querySelector("meta[name=robots][content=noindex]") !== null;
  if (isPrivate) channel.addEventListener("message", () => location.reload());
}
