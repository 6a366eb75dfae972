/** Takes away what is said of a mistake: its line of the summary, the message beside it, and the summary with its last line. */
function drop(control: HTMLInputElement): void {
  control.ariaInvalid = null;
  document.getElementById(`${control.id}-error`)?.remove();
  document.querySelector(`[data-error-summary] [href="#${control.id}"]`)?.closest("li")?.remove();
  const summary = document.querySelector("[data-error-summary]");
  if (!summary || summary.querySelector("li")) return;
  summary.remove();
  document.title = document.title.replace(/^Error: /, "");
}

/**
 * Takes away what is said of a mistake once its field was changed. The server says what is still wrong. Whoever leaves the
 * field by a press on a button has it done after that press: a button that moves away from under it is not pressed.
 */
export function dropMended(): void {
  let isDown = false;
  const waiting: HTMLInputElement[] = [];
  addEventListener("mousedown", () => (isDown = true));
  addEventListener("mouseup", () => {
    isDown = false;
    setTimeout(() => waiting.splice(0).forEach(drop));
  });
  addEventListener("change", ({ target }) => {
    const control = target as HTMLInputElement;
    if (control.ariaInvalid !== "true" || !/\S/.test(control.value)) return;
    if (isDown) waiting.push(control);
    else drop(control);
  });
}
