import { makeNotice, showError } from "./notices";

const WORDS = "You are offline. Your entries are still here: send the form when you are connected again.";

/**
 * Keeps a form on its page while there is no connection, where the browser's own error page would take its place, and
 * says so in the page's place for notices (ui/layout/notice) until the connection is back.
 */
export function holdOffline(): void {
  const notice = makeNotice("notice-error");
  notice.textContent = WORDS;
  addEventListener("submit", (event) => {
    if (event.defaultPrevented || navigator.onLine || (event.target as HTMLFormElement).method === "dialog") return;
    event.preventDefault();
    showError(notice);
  });
  addEventListener("online", () => notice.remove());
}
