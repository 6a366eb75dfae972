/** Takes the mark of a form that was taken (lib/forms/form) out of the address: said once, it is said. */
export function forgetSentMark(): void {
  if (location.search === "?sent") history.replaceState(history.state, "", location.pathname);
}
