/** Shows dates in the browser's own time zone, which the server can't know. */
export function localiseDates(): void {
  for (const element of document.querySelectorAll<HTMLTimeElement>("time[data-local]")) {
    element.textContent = new Date(element.dateTime).toLocaleDateString(navigator.languages, {
      dateStyle: "medium",
    });
  }
}
