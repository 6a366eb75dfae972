import { refusalNotice, type Refusals } from "~/lib/backend/refusals";
import { dayWords } from "~/lib/format/clock";
import { errorNotice, successNotice } from "~/lib/http/notices";

/** What is said otherwise here (`refusalText`). */
const OWN: Refusals = {
  closed: "The requirement is closed. To open its advert, change its status first.",
  advert_closed: "The advert is closed by now. It no longer stands on our site.",
  stale: "Someone changed the advert since you opened this page. Nothing of yours is done: look at it again first.",
};

export const advertNotices = {
  saved: successNotice("Advert saved", "Check the preview: it is the page that people read."),
  savedInPublic: successNotice("Advert saved", "It is public now, and the company is told what has changed."),
  savedWhenOver: successNotice(
    "Advert saved",
    "Its last day is over, so no one but the company reads it, on its own page: no mail goes.",
  ),
  /** @param isTaken was nobody in charge before, so that whoever opened it is now? */
  opened: (closesOn: string, isTaken: boolean) =>
    successNotice(
      `Open until ${dayWords(closesOn)}`,
      `The company is told, and can put its name there or take it down.${isTaken ? " You are in charge of this requirement now: no one was." : ""}`,
    ),
  /** @param told who is told of it, and when; undefined for nobody */
  closed: (told: string | undefined) => successNotice("Advert closed", told),
  notDone: refusalNotice("Not done", OWN),
};

/** What is said otherwise to a company. */
const COMPANYS: Refusals = {
  ...OWN,
  company_in_advert:
    "The words of the job name your company as well. Take the job down, or ask your recruiter to change the words first.",
};

/** What its company is told. */
export const ownAdvertNotices = {
  named: successNotice("Your name is on the job", "Everyone who reads it sees it from now on."),
  unnamed: successNotice("Your name is off the job", "From now on it names no company."),
  takenDown: successNotice(
    "The job is taken down",
    "No one can read it or apply. Everyone who had applied is told by mail within ten minutes, or in the morning if it is night at our office, and your recruiter as well.",
  ),
  notDone: refusalNotice("Not done", COMPANYS),
  nothingChosen: errorNotice("Nothing was chosen"),
};

/** Why an advert can't be opened, by the name that the database gives it. */
export const obstacleWords: Refusals = {
  closed: "The requirement is closed.",
  place_missing: "It has no place.",
  pay_missing: "It is to tell the pay, and has none.",
  emigration_number_missing:
    "The work is abroad: that needs the agency's registration number under the Emigration Act. Ask an administrator to set it.",
  contact_in_advert: "It says how someone is reached: a mail address, a number or a link. People apply on the page.",
  company_in_advert: "It names the company, which has not put its name there.",
};
