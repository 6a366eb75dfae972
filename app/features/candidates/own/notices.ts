import { company } from "~/content/company";
import { refusalNotice, type Refusals } from "~/lib/backend/refusals";
import type { Notice } from "~/lib/http/notice.server";
import { successNotice } from "~/lib/http/notices";
import type { Said } from "./paths";

/** What is said otherwise to a candidate (`refusalText`). */
const OWN: Refusals = {
  candidate_session_ended:
    "Your half hour on this page is over. Nothing was changed. Ask for a new link below. What you typed stays on this page.",
  card_changed: "The card has changed since you opened this page. Nothing was agreed: read the new card first.",
  contact_in_card:
    "One of your cards would give away who you are or how to reach you. Please leave that out of the texts.",
  not_asked: "We no longer ask you about this card. Nothing was agreed.",
  address_known: "We have an e-mail address of yours, and ask you there. Nothing was agreed.",
  call_too_old: "This link is too old for a yes. Nothing was agreed. Ask your recruiter for a new link.",
  erasure_wanted: "Everything about you is being deleted. Choose Don’t Delete Me first.",
  refused_lately:
    "You have said no to this job. Nothing was agreed. If you want to be asked again, ring your recruiter.",
  twin_on_list: "We have asked you about this job by another link. Nothing was agreed: answer by that one.",
  job_closed: "This job is no longer open. Nothing was agreed.",
  never_company: "You have blocked this company. If you want to agree, take it off your list first.",
  entry_not_found: "This no longer exists.",
  undo_over: "The ten minutes are over, and your recruiter knows. You can still choose Ask Me After All.",
  other_address: "We did not send the link to this address",
  address_invalid: "Enter an email address, like name@example.com",
  too_many_codes: "That is enough codes for now. Use the one of the newest mail, or come back in an hour.",
  too_many_never: "Your list is full: it has a hundred names. Take one off first.",
  stale:
    "Your details have changed since you opened this page. Your changes are not saved: check the new details first.",
};

/** What a candidate is told of what they have done. */
export const ownNotices = {
  codeSent: successNotice(
    "A code is on its way",
    "It goes to the address we sent the link to. Only the newest code works.",
  ),
  agreed: successNotice(
    "You have agreed",
    "Your recruiter may now show this card to this company. You can take your yes back here at any time.",
  ),
  callWanted: successNotice("We told your recruiter", "They ring you before you answer. Nothing is decided."),
  erasing: successNotice("Done", "From now on no company sees anything about you."),
  keptAfterAll: successNotice("Undone", "We keep your details. What was asked before is closed."),
  withdrawn: successNotice("Done", "From now on this company sees nothing about you."),
  applicationWithdrawn: successNotice("Application withdrawn", "We do nothing more with it."),
  cardTakenBack: successNotice(
    "Done",
    "Your application stays. We ask you before this company sees anything about you.",
  ),
  undone: successNotice("Undone", "The question is open again, and nobody was told."),
  reconsidered: successNotice("We told your recruiter", "You get a new question. Until then nothing is shown."),
  kept: successNotice("Thank you", "We keep your details, and write when a job fits."),
  neverAdded: successNotice("On your list", "No company with this name or domain sees you any more."),
  neverRemoved: successNotice("Off your list"),
  saved: successNotice(
    "Saved",
    "Cards that no company has seen yet change too. If you had agreed to one of them, we ask you again.",
  ),
  notDone: refusalNotice("Not done", OWN),
};

/** What has been done, where there is no page of anybody's to say it on. */
export const saidNotices: Record<Said, Notice> = {
  asked: successNotice(
    "Check your mail",
    "If we know this address, a mail with your link is on its way. It comes once a day at most; look into the spam folder too.",
  ),
  "not-me": successNotice(
    "No more mails",
    `${company.name} no longer writes to this address, and its questions are closed. One last mail is on its way: its link undoes this.`,
  ),
  "not-my-number": successNotice(
    "We ask there no more",
    `${company.name} has deleted this number, and its questions are closed. If it is yours after all, ring us.`,
  ),
  "me-again": successNotice(
    "Undone",
    "We may write to this address again. What was asked is over; your recruiter may ask anew.",
  ),
  erased: successNotice(
    "Everything is deleted",
    "Companies that saw you see you no more. One last mail says so; then we keep your address no more.",
  ),
  closed: successNotice("Your page is closed", "The link in our mail opens it again."),
};
