const WORDS = "You are offline. Your entries are still here: send the form when you are connected again.";

/**
 * Keeps a form on its page while there is no connection, where the browser's own error page would take its place, and
 * says so in the page's place for notices (ui/layout/notice) until the connection is back.
 */
export function holdOffline(): void {
  const notice = document.createElement("dialog");
  notice.className = "notice notice-error";
  notice.open = true;
  notice.ariaLabel = "Notification";
  // On the window: a page that hydrates sends its form itself, and has words of its own.
  addEventListener("submit", (event) => {
    if (event.defaultPrevented || navigator.onLine || (event.target as HTMLFormElement).method === "dialog") return;
    event.preventDefault();
    const region = document.querySelector("[data-notices]");
    if (!region) return;
    for (const other of region.querySelectorAll("dialog")) other.close();
    region.role = "alert";
    notice.textContent = WORDS;
    notice.open = true;
    region.firstElementChild?.append(notice);
    region.scrollIntoView({ block: "nearest" });
  });
  addEventListener("online", () => notice.remove());
}
