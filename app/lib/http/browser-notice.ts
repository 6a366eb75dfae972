import type { Notice } from "./notice.server";

let waiting: Notice | undefined;

/** Shows a notice that the browser itself has to give, as when no answer came: `notify` for the other end of the line. */
export function leaveNotice(notice: Notice): void {
  waiting = notice;
}

/** The notice left, if any; it is not shown again. Called by the root's client loader only. */
export function takeLeftNotice(): Notice | undefined {
  const notice = waiting;
  waiting = undefined;
  return notice;
}
