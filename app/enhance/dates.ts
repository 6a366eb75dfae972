/** As `ui/pieces/local-date` tells a moment: with the zone that its time is of, which `timeStyle` goes with no more. */
const MOMENT = {
  day: "numeric",
  month: "short",
  year: "numeric",
  hour: "numeric",
  minute: "2-digit",
  timeZoneName: "short",
} as const satisfies Intl.DateTimeFormatOptions;

/** Shows dates, and times, in the browser's own time zone, which the server can't know. */
export function localiseDates(): void {
  for (const element of document.querySelectorAll<HTMLTimeElement>("time[data-local]")) {
    const date = new Date(element.dateTime);
    element.textContent =
      element.dataset["local"] === "time"
        ? date.toLocaleString(navigator.languages, MOMENT)
        : date.toLocaleDateString(navigator.languages, { dateStyle: "medium" });
  }
}
