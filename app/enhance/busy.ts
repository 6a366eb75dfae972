/** Says on a form's button that it is on the way (§2), and keeps a second press from sending it twice. */
export function showBusy(): void {
  // On the window: after React's own listener, which on a hydrating page sends the form itself and shows it busy.
  addEventListener("submit", (event) => {
    const button = event.submitter;
    if (event.defaultPrevented || !(button instanceof HTMLButtonElement) || !button.dataset["busy"]) return;
    if (button.ariaDisabled === "true") {
      event.preventDefault();
      return;
    }
    button.dataset["idle"] = button.textContent;
    button.textContent = button.dataset["busy"];
    button.ariaDisabled = "true";
  });
  // The back button may bring the page back just as it was left.
  addEventListener("pageshow", () => {
    for (const button of document.querySelectorAll<HTMLButtonElement>("[data-idle]")) {
      button.textContent = button.dataset["idle"] ?? "";
      button.removeAttribute("data-idle");
      button.ariaDisabled = null;
    }
  });
}
