/**
 * Takes away what is said of a mistake once its field was changed: its line of the summary, the message beside it, and the
 * summary with its last line. The server says what is still wrong.
 */
export function dropMended(): void {
  addEventListener("change", ({ target }) => {
    const control = target as HTMLInputElement;
    if (control.ariaInvalid !== "true" || !/\S/.test(control.value)) return;
    control.ariaInvalid = null;
    document.getElementById(`${control.id}-error`)?.remove();
    document.querySelector(`[data-error-summary] [href="#${control.id}"]`)?.closest("li")?.remove();
    const summary = document.querySelector("[data-error-summary]");
    if (!summary || summary.querySelector("li")) return;
    summary.remove();
    document.title = document.title.replace(/^Error: /, "");
  });
}
