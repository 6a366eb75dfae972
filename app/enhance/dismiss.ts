/** Lets people dismiss what went wrong (ui/layout/notice), where the form of a dialog might be sent to the server instead. */
export function offerDismiss(): void {
  for (const notice of document.querySelectorAll("[data-dismiss]")) {
    const button = document.createElement("button");
    button.type = "button";
    button.className = "btn btn-quiet";
    button.textContent = "Dismiss";
    button.addEventListener("click", () => notice.remove());
    notice.append(button);
  }
}
