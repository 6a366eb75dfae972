import { refusalNotice, refusalWords, type Refusals } from "~/lib/backend/refusals";
import type { Failure } from "~/lib/result";
import { errorNotice, successNotice } from "~/lib/http/notices";

/** What is said otherwise here (`refusalWords`). */
const OWN: Refusals = {
  session_ended: "Your session has ended. Sign in in another tab, then send it again: your words are still here.",
  forbidden: "You can read here, but not write. Your access may have changed.",
  not_a_member:
    "You no longer belong to a company. An owner can invite you again. Your words are still here, for you to copy.",
  too_many_messages:
    "That is enough for today: a thousand messages from your company. Your words are still here, to go on tomorrow.",
};

/** What is said of messages. */
export const messageNotices = {
  /** @param effect who is mailed, and who reads it, where the team has written */
  sent: (effect?: string) => successNotice("Message sent", effect),
  /** To a company where nobody can read it. */
  kept: (effect: string) => successNotice("Message kept", effect),
  noAnswerNeeded: successNotice("No answer needed", "Your recruiter no longer waits for an answer."),
  notSettled: refusalNotice("Not changed", OWN),
  notSent: ({ message, status }: Failure) =>
    errorNotice(
      "Message not sent",
      refusalWords(message, OWN) ??
        (status >= 500 ? `${message}. Your words are still here.` : "Your words are still here."),
    ),
};
