import { defineMail, moment } from "../letter.ts";
import { SITE_NAME } from "../names.ts";
import { momentOf } from "../outlook.ts";

/** That the account's password was changed. */
export const passwordChanged = defineMail({ changed_at: moment }, (content) => ({
  subject: "Your password was changed",
  paragraphs: [
    `The password of your account at ${SITE_NAME} was changed on ${momentOf(content.changed_at)}.`,
    "If that was you, there is nothing to do.",
    "If it was not, somebody else has used your account: set a new password at once. That signs out everybody who is signed in to it.",
  ],
  button: { label: "Set a new password", path: "/client-auth?view=forgot" },
  notes: ["This message goes to the account's address whenever its password is changed."],
}));
