import { refusalNotice, type Refusals } from "~/lib/backend/refusals";
import { successNotice } from "~/lib/http/notices";

/** What is said otherwise here (`refusalText`). */
const OWN: Refusals = { client_not_found: "This company is not there any more. Look them up again." };

/** What is said when something was written down. */
export const enquiryNotices = {
  saved: successNotice("Saved", "It is in the inbox, due like any message."),
  taken: successNotice("Saved, and yours", "For half an hour from what you last did on it."),
  notSaved: refusalNotice("Not saved", OWN),
};
