import { refusalNotice } from "~/lib/backend/refusals";
import { successNotice } from "~/lib/http/notices";

export const clientNotices = {
  noted: successNotice("Noted", "Only the team reads it."),
  termsSaved: successNotice("Terms saved", "Only the team reads them."),
  contactSaved: successNotice("Contact saved", "The company sees it in its profile."),
  notDone: refusalNotice("Not done"),
};
