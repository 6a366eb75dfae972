import { refusalNotice, type Refusals } from "~/lib/backend/refusals";
import type { Notice } from "~/lib/http/notice.server";
import type { Failure } from "~/lib/result";

/** What is said otherwise here (`refusalText`). */
const OWN: Refusals = { client_not_found: "This company is not there any more. Look them up again." };

/** What is said when something was written down. */
export const enquiryNotices = {
  saved: { type: "success", title: "Saved", text: "It is in the inbox, due like any message." },
  taken: { type: "success", title: "Saved, and yours", text: "For half an hour from what you last did on it." },
  notSaved: refusalNotice("Not saved", OWN),
} as const satisfies Record<string, Notice | ((failure: Failure) => Notice)>;
