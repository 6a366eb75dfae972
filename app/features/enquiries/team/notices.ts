import { refusalNotice, type Refusals } from "~/lib/backend/refusals";
import { successNotice } from "~/lib/http/notices";

/** What is said otherwise here (`refusalText`). */
const OWN: Refusals = { client_not_found: "This company no longer exists. Look them up again." };

/** What is said when something was written down. */
export const enquiryNotices = {
  saved: successNotice("Saved", "It is in the inbox, due like any message."),
  taken: successNotice("Saved, and yours", "It stays yours for half an hour after your last step."),
  mended: successNotice("Corrected"),
  notMended: refusalNotice("Not corrected", OWN),
  notSaved: refusalNotice("Not saved", OWN),
};
