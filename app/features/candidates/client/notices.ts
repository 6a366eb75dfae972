import { refusalNotice, type Refusals } from "~/lib/backend/refusals";
import { errorNotice, successNotice } from "~/lib/http/notices";
import type { Failure } from "~/lib/result";

/** What is said otherwise here (`refusalText`). */
const OWN: Refusals = {
  closed: "This requirement is closed, so no answer is needed. Write to us in its messages.",
  stale:
    "A colleague or your recruiter answered since you opened this page. Both answers are below. To replace theirs, send yours again.",
  answers_incomplete: "One answer needs more.",
  reason_missing: "Say since when you know this person, and from whom. The old reason belonged to another answer.",
  entry_not_found: "One candidate is no longer shown: they may have withdrawn.",
};

/** What is said of a company's answers about candidates. */
export const answerNotices = {
  /** @param count 0 where all had been answered so already @param questions how many were asked */
  answered: (count: number, questions: number) =>
    count === 0 && questions > 0
      ? successNotice(
          questions === 1 ? "Question sent" : `${questions} questions sent`,
          "You find it in Messages. Your recruiter answers there.",
        )
      : successNotice(
          count === 0 ? "Nothing to send" : count === 1 ? "Answer sent" : `${count} answers sent`,
          count === 0
            ? "We have these answers already."
            : "You can undo it for ten minutes. Until then the candidate is told nothing.",
        ),
  /** @param wasThere was there an answer to be undone? */
  undone: (wasThere: boolean) =>
    wasThere
      ? successNotice("Answer undone", "The candidate was told nothing.")
      : errorNotice(
          "Nothing undone",
          "It was undone already, a colleague has answered since, or the ten minutes are over. Change the answer instead.",
        ),
  notUndone: refusalNotice("Not undone", OWN),
  /** @param taken how many others were sent */
  notAnswered: (failure: Failure, taken = 0) => {
    const notice = refusalNotice("Not sent", OWN)(failure);
    if (taken === 0) return notice;
    return errorNotice(`${taken} sent, not the others`, `${notice.text ?? ""} What is wrong stands beside it.`.trim());
  },
};
