/** Lets people dismiss what went wrong (ui/notice): by the platform's own form, which not every browser knows. */
export function offerDismiss(): void {
  for (const notice of document.querySelectorAll("[data-dismiss]")) {
    const form = document.createElement("form");
    form.method = "dialog";
    const button = document.createElement("button");
    button.className = "btn btn-quiet";
    button.textContent = "Dismiss";
    form.append(button);
    notice.append(form);
  }
}
