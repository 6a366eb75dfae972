/** Says on a button that its form is on the way. */
export function setBusy(button: HTMLButtonElement): void {
  button.dataset["idle"] = button.textContent;
  button.textContent = button.dataset["busy"] ?? button.textContent;
  button.ariaDisabled = "true";
}

/** Says no more that a form is on the way. */
export function setIdle(): void {
  for (const button of document.querySelectorAll<HTMLButtonElement>("[data-idle]")) {
    button.textContent = button.dataset["idle"] ?? "";
    button.removeAttribute("data-idle");
    button.ariaDisabled = null;
  }
}

/** Says on a form's button that it is on the way (§2), and keeps a second press from sending it twice. */
export function showBusy(): void {
  // On the window: after the listeners of a form of its own, which may hold it back.
  addEventListener("submit", (event) => {
    const button = event.submitter;
    if (event.defaultPrevented || !(button instanceof HTMLButtonElement) || !button.dataset["busy"]) return;
    if (button.ariaDisabled === "true") event.preventDefault();
    else setBusy(button);
  });
  // The back button may bring the page back just as it was left.
  addEventListener("pageshow", setIdle);
}
