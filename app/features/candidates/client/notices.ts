import { refusalNotice, type Refusals } from "~/lib/backend/refusals";
import { errorNotice, successNotice } from "~/lib/http/notices";

/** What is said otherwise here (`refusalText`). */
const OWN: Refusals = {
  closed:
    "This requirement is filled or cancelled, and nothing is to be answered any more. Write to us in its messages.",
  stale:
    "A colleague or your recruiter has been here since you opened this page. Both answers stand below: send yours again, and it counts.",
  reason_missing: "Say since when you know this person, and from whom: what stood there belonged to another answer.",
  entry_not_found: "One of them is not shown any more: they may have withdrawn. What you chose for the others is kept.",
};

/** What is said of a company's answers about candidates. */
export const answerNotices = {
  /** @param count 0 where all had been answered so already @param questions how many were asked */
  answered: (count: number, questions: number) =>
    count === 0 && questions > 0
      ? successNotice(
          questions === 1 ? "Question sent" : `${questions} questions sent`,
          "It stands in Messages, and your recruiter answers there.",
        )
      : successNotice(
          count === 0 ? "Nothing to send" : count === 1 ? "Answer sent" : `${count} answers sent`,
          count === 0
            ? "We have these answers already."
            : "You can undo it for ten minutes. The candidate is told nothing before.",
        ),
  /** @param wasThere was there an answer to be undone? */
  undone: (wasThere: boolean) =>
    wasThere
      ? successNotice("Answer undone", "The candidate was told nothing.")
      : errorNotice(
          "Nothing undone",
          "It was undone before, somebody has answered since, or the ten minutes are over. Change the answer instead.",
        ),
  notUndone: refusalNotice("Not undone", OWN),
  notAnswered: refusalNotice("Not sent", OWN),
};
