import { company } from "~/content/company";
import { refusalNotice, type Refusals } from "~/lib/backend/refusals";
import type { Notice } from "~/lib/http/notice.server";
import { successNotice } from "~/lib/http/notices";
import type { Said } from "./paths";

/** What is said otherwise to a candidate (`refusalText`). */
const OWN: Refusals = {
  candidate_session_ended:
    "Your half hour on this page is over. Nothing was changed. Ask for a new link below: what you typed stays on this page.",
  card_changed: "The card has changed since you opened this page. Nothing was agreed: read what it says now first.",
  contact_in_card:
    "A card of yours would tell who you are or how you are reached, before you or the company wants that. Leave it out of the texts, please.",
  not_asked: "Nobody asks you about this card any more. Nothing was agreed.",
  job_closed: "This job is not open any more. Nothing was agreed.",
  never_company:
    "You have said that this company must not learn of you. Take it off your list first, if you want to agree.",
  entry_not_found: "This is not there any more.",
  undo_over: "Ten minutes are over, and your recruiter knows of it. You can still ask to be asked after all.",
  other_address: "This is not the address that the link came to",
  address_invalid: "Enter an email address, like name@example.com",
  too_many_codes: "That is enough codes for now. Use the one of the newest mail, or come back in an hour.",
  too_many_never: "There are a hundred names on your list, which is the most. Take one off first.",
  stale:
    "What we have of you has changed since you opened this page. Nothing of yours is saved: look at what it says now first.",
};

/** What a candidate is told of what they have done. */
export const ownNotices = {
  codeSent: successNotice(
    "A code is on its way",
    "It goes to the address that the link came to. Only the newest one works.",
  ),
  agreed: successNotice(
    "You have agreed",
    "Your recruiter may show this very card to this company. You can take it back here at any time.",
  ),
  withdrawn: successNotice("Done", "This company sees nothing of you, from now on."),
  undone: successNotice("Undone", "The question is open again, and nobody was told."),
  reconsidered: successNotice("Your recruiter is told", "A new question comes by mail. Until then nothing is shown."),
  kept: successNotice("Thank you", "We keep what we have of you, and write when a job fits."),
  neverAdded: successNotice(
    "On your list",
    "No company of this name or domain is shown you, and none that was sees you any more.",
  ),
  neverRemoved: successNotice("Off your list"),
  saved: successNotice(
    "Saved",
    "Cards that nobody has seen yet follow. Where you had agreed to one that is another now, you are asked again.",
  ),
  notDone: refusalNotice("Not done", OWN),
};

/** What has been done, where there is no page of anybody's to say it on. */
export const saidNotices: Record<Said, Notice> = {
  asked: successNotice(
    "Look into your mailbox",
    "If we know this address, a mail with your link is on its way. It comes once a day at most; look into the spam folder too.",
  ),
  "not-me": successNotice(
    "No more mails",
    `${company.name} writes to this address no more, and whatever was asked there is over. A last mail is on its way there: its link undoes this.`,
  ),
  "me-again": successNotice(
    "Undone",
    "We may write to this address again. What was asked is over; your recruiter may ask anew.",
  ),
  erased: successNotice(
    "Everything is deleted",
    "Companies that saw you see you no more. One last mail says so; then we keep your address no more.",
  ),
  closed: successNotice("Your page is closed", "The link of your mail opens it again."),
};
