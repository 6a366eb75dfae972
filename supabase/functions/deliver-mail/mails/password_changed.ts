import { defineMail, moment } from "../letter.ts";
import { SITE_NAME } from "../names.ts";
import { momentOf } from "../outlook.ts";

/** That the account's password was changed. */
export const passwordChanged = defineMail({ changed_at: moment }, (content) => ({
  subject: "Your password was changed",
  paragraphs: [
    `The password of your account at ${SITE_NAME} was changed on ${momentOf(content.changed_at)}.`,
    "If that was you, you need do nothing.",
    "If it was not, someone else has used your account. Set a new password at once: that signs out everyone who is signed in to it.",
  ],
  button: { label: "Set a new password", path: "/client-auth?view=forgot" },
  notes: ["We send this message whenever the password of an account is changed."],
}));
