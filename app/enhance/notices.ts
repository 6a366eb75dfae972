/** A notice of the page's own, as `ui/layout/notice` shows those of the server. */
export function makeNotice(kind = ""): HTMLDialogElement {
  const notice = document.createElement("dialog");
  notice.className = `notice ${kind}`;
  notice.open = true;
  notice.ariaLabel = "Notification";
  return notice;
}

/** Lets people dismiss a notice, where the form of a dialog might be sent to the server instead. */
export function addDismiss(notice: Element): void {
  const button = document.createElement("button");
  button.type = "button";
  button.className = "btn btn-quiet";
  button.textContent = "Dismiss";
  button.addEventListener("click", () => notice.remove());
  notice.append(button);
}

/** Says what went wrong, in the page's place for notices and instead of any other, and reads it out. */
export function showError(notice: HTMLDialogElement): void {
  const region = document.querySelector("[data-notices]");
  if (!region) return;
  for (const other of region.querySelectorAll("dialog")) other.close();
  region.role = "alert";
  notice.open = true;
  region.firstElementChild?.append(notice);
  region.scrollIntoView({ block: "nearest" });
}
