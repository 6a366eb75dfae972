import { refusalNotice, type Refusals } from "~/lib/backend/refusals";
import { successNotice } from "~/lib/http/notices";

/** What is said otherwise here (`refusalText`). */
const OWN: Refusals = {
  session_ended: "Your session has ended. Sign in in another tab, then send it again: your choices are kept.",
  stale: "They have changed since you opened this page. Your changes are not saved: check the new settings first.",
};

export const notificationNotices = {
  saved: successNotice("Saved", "It applies from the next mail on."),
  notSaved: refusalNotice("Not saved", OWN),
};
