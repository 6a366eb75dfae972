import { refusalText, type Refusals } from "~/lib/backend/refusals";
import { errorNotice, successNotice } from "~/lib/http/notices";
import type { Failure } from "~/lib/result";

/** What is said otherwise here (`refusalText`). */
const OWN: Refusals = {
  stale: "It has changed since you opened this page. Nothing was done: look at what it says now.",
  entry_not_found: "This candidate is no longer on the list.",
};

/** What the day says of what one press has done; showing and reminding are the candidates'. */
export const dayNotices = {
  deal: successNotice("Dealt with", "It comes back when the company answers anew."),
  join: successNotice("Joined", "The company and the requirement say so."),
  finish: successNotice("Done", "The next step is off your day."),
  remind: successNotice("Reminded", "The same question went to them by mail once more."),
  unknown: errorNotice("Nothing was done", "Open My day again, and press the button there."),
  notDone: (failure: Failure) => errorNotice("Nothing was done", refusalText(failure, OWN)),
};
