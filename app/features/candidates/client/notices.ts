import { refusalNotice, type Refusals } from "~/lib/backend/refusals";
import { successNotice } from "~/lib/http/notices";

/** What is said otherwise here (`refusalText`). */
const OWN: Refusals = {
  closed:
    "This requirement is filled or cancelled, and nothing is to be answered any more. Write to us in its messages.",
  stale:
    "A colleague or your recruiter has been here since you opened this page. Look at it again, and send once more.",
  entry_not_found: "One of them is not shown any more: they may have withdrawn. What you chose for the others is kept.",
};

/** What is said of a company's answers about candidates. */
export const answerNotices = {
  /** @param count 0 where all had been answered so already */
  answered: (count: number) =>
    successNotice(
      count === 0 ? "Nothing to send" : count === 1 ? "Answer sent" : `${count} answers sent`,
      count === 0 ? "We have these answers already." : "Your recruiter goes on with it.",
    ),
  notAnswered: refusalNotice("Not sent", OWN),
};
