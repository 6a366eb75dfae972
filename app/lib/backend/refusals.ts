import type { Failure } from "~/lib/result";

/** Words by the name that the database raises: `raise exception 'stale' using errcode = 'PT409'`. */
export type Refusals = Readonly<Record<string, string>>;

/** Every name that the database raises. A feature overrides what it says better of its own (`refusalText`). */
const REFUSALS: Refusals = {
  // Who asks.
  session_ended: "Your session has ended. Sign in in another tab, then send it again: your entries are kept.",
  forbidden: "You may not do this. Your access may have changed since you opened this page.",
  not_a_member:
    "You no longer belong to a company. An owner can invite you again. What you typed is still here, for you to copy.",
  viewers_read:
    "You may read your company's requirements, but not change any. Ask an owner of your company to make you a member.",
  // What is asked of has changed, or gone.
  stale: "Someone saved it since you opened this page. Your changes are not saved: check what it says now first.",
  answer_changed: "The company has changed its answer since. This message belongs to the earlier one.",
  form_taken: "This form has been used before. Open the page again, and send it from there.",
  client_not_found: "This company no longer exists.",
  item_not_found: "This item no longer exists.",
  member_not_found: "This person is no longer in your company.",
  not_of_the_team: "This person is no longer in the team.",
  person_not_found: "This person is no longer in the team.",
  template_not_found: "This answer no longer exists.",
  requirement_not_found: "This requirement no longer exists.",
  // What was sent can't be.
  absence_begins_late: "The first day is after the last one.",
  absence_day: "Enter today or a later day, within a year.",
  access_missing: "Choose what the person may do.",
  address_invalid: "This is not an e-mail address.",
  contact_is_member: "The company has named one of its own people: they change their name and number themselves.",
  company_name_missing: "Enter the name of the company.",
  entries_unknown: "The form has an entry that is not known. Open the page again, and send it from there.",
  figure_unknown: "This figure is not known. Open the page again, and choose from there.",
  group_unknown: "This group is not known. Open the page again, and choose from there.",
  inbox_is_daily: "Mails about the inbox come once a day, or not at all.",
  name_missing: "Enter a name.",
  not_a_team_role: "This is not a role of the team. Choose one from the list.",
  one_at_a_time: "Send one at a time.",
  one_to_fifty: "Choose one to fifty at a time.",
  reason_missing: "Say why.",
  reply_not_possible: "We can't mail the sender of this. To reach a company, write on its requirement's page.",
  successor_away: "This person is away as well. Choose someone who is here.",
  mend_over: "It can be corrected for an hour, by whoever wrote it down. Add a note instead.",
  sender_is_member: "This person belongs to a company here, or is invited to one. They can't be erased from the inbox.",
  sender_known:
    "We know this person: a candidate, or someone of a client. What they send is never set to spam by itself.",
  sender_unknown: "There is no address and no full number by which more of theirs would be known.",
  sort_unknown: "This order is not known. Open the page again, and choose from there.",
  undo_over: "It has been undone already, or the time for it has passed.",
  // Requirements and their drafts.
  converted_already:
    "A colleague has made a requirement of this meanwhile, for another company. Nothing was filed for yours.",
  closed: "It has been closed meanwhile, and can no longer be changed.",
  draft_gone: "This draft no longer exists: it was submitted or deleted. Save again to keep your entries as a new one.",
  draft_too_long: "The texts are too long together for a draft. Shorten the longest one.",
  filed_already: "This draft has been submitted already, with other entries. To file yours as well, submit again.",
  status_not_possible: "It has this status already, or can't change to it from the present one.",
  too_many_drafts: "Your company has 20 drafts, which is the most. Delete one on the dashboard first.",
  // Adverts.
  advert_not_found: "There is no such advert.",
  application_replaced:
    "This form was sent before, and then again with another address. Send it once more if this one is right.",
  company_in_advert:
    "The advert names the company, and the company has not put its name there. Leave out what names it.",
  company_in_words: "Your words name the company, and this job does not tell whose it is. Leave out what names it.",
  contact_in_advert:
    "The advert says how someone is reached: by mail, by telephone or by a link. Leave that out: people apply on the page.",
  last_day_out_of_reach: "Enter a last day from tomorrow on, within 60 days.",
  pay_missing: "Enter the pay, or do not tell it.",
  place_missing: "Enter the place.",
  words_too_long: "With the longest name filled in, your words are more than 4,000 characters. Shorten them.",
  // Candidates.
  address_disowned:
    "The owner of this address says that they are not this person. Ask the candidate for another address.",
  address_known:
    "We know an e-mail address of this person, perhaps in another record of theirs: ask by mail, so that a code shows who says yes.",
  answer_needs_address:
    "They have applied for a job, and their answer goes to this address. Keep it, or enter another one, until they have the answer.",
  answer_not_found: "This answer no longer exists.",
  answer_undoable: "The company can still undo this answer. Pass its message on once the ten minutes are over.",
  answered_just_now:
    "The company has just answered on its own page, and can undo that for ten minutes. Check its answer first.",
  answers_missing: "Answer about at least one candidate.",
  beginning_day_ahead: "Enter the day on which the person begins: today or later, within a year.",
  candidate_alone: "This page is for the candidate alone. Sign out of your account first.",
  candidate_made_already:
    "A colleague has made a candidate of this meanwhile. Nothing of yours was saved: look at that record first.",
  import_done: "This table has been imported already.",
  import_has_no_row: "There is no row below the head.",
  import_not_found: "This import no longer exists: a table is kept for a day.",
  import_not_undoable: "It has been undone already.",
  import_too_long: "Use 1,000 rows or fewer at a time.",
  too_many_imports: "You have imported ten tables within a day, which is the most. Try again tomorrow.",
  call_too_old: "The call to their number is more than thirty days old. Ring them again, and give them a new link.",
  candidate_not_found: "This candidate no longer exists.",
  candidate_session_ended: "Your half hour on this page is over. Enter a new code: nothing of yours is lost.",
  card_changed: "The card has changed since you opened this page. Check the new card first.",
  card_frozen: "The company sees this card already. Withdraw it first, then change it and ask again.",
  contact_in_card:
    "The card gives away how to reach the person, or, if it is blind, who they are or where they work. Leave that out.",
  emigration_number_missing:
    "A job abroad needs the agency's registration number under the Emigration Act. Ask an administrator to set it.",
  entry_not_found: "This candidate is no longer on the list.",
  erasure_wanted: "They want everything about them deleted. Nobody may ask them anything.",
  job_closed: "This job has been closed meanwhile.",
  joining_day_ahead: "That day is still to come: mark them as accepted, with the day on which they begin.",
  link_unknown: "This link does not work. Open the newest mail from us: only its link works.",
  mailbox_busy: "A mail to this address is being asked for at this moment. Please try again in a minute.",
  advert_closed: "The advert is closed by now: no one can be put back among those who applied.",
  company_not_named: "The company does not show its name with this job.",
  too_many_applications: "This person has applied for five jobs today. Tomorrow they can apply again.",
  too_many_from_network: "Too many forms have come from this network within the hour. Try again in an hour.",
  applicants_wait: "Someone who applied still waits for an answer. Answer everyone first.",
  not_applied: "This person no longer waits for an answer: they were answered, or have withdrawn.",
  mark_not_possible: "You can't mark this candidate so at this stage.",
  merge_has_applied:
    "Both records stand on the list of one job, and the one that goes has applied for it. Keep that one instead; if both have applied, merge them once both have their answer.",
  merge_other_way:
    "This record is being asked about or shown. Keep that one and merge the other into it, or withdraw it first.",
  never_company: "This person must not be shown to this company: they have said so, or they work there.",
  never_is_theirs: "The candidate said this, and only they can undo it.",
  next_day_missing: "Enter the day of the next step.",
  next_day_out_of_reach: "The next step is today or later, within a year.",
  next_step_changed:
    "A colleague has set another next step since you opened this page. Check it first: yours takes its place if you send it again.",
  no_address: "We have no e-mail address for this person. Enter one first.",
  no_consent: "This person has not agreed to this card, or their yes has ended. Ask them first.",
  no_words_for_candidate: "The company has no message for the candidate.",
  nobody_to_see:
    "No one at this company has an account, so no one there could see them. Send the invitation again, or ask for cards by mail or on paper.",
  not_by_mail: "This person has not agreed that their card goes by mail or on paper. Ask them for that first.",
  not_asked: "We no longer ask you about this. Your page shows how it stands.",
  not_one_person: "You can merge two records if both have the same address and its owner has entered our code.",
  not_to_be_asked: "This person has been asked already, or shown.",
  nothing_to_remind: "There is no question to remind them of: they have answered, or it is no longer asked.",
  not_rung: "Ring this number first, and tick that you have spoken to them.",
  number_disowned: "Whoever has this number says that they are not this person. Ask the candidate for another number.",
  number_unknown: "This number is no longer in the record. Choose one that is, with its country's code.",
  phone_not_enough: "Your agency takes a yes by a code in a mail only. Ask the candidate for an e-mail address.",
  refused_lately: "This person has said no within the last thirty days. They are not asked again until then.",
  reminded_twice: "They have been reminded twice. Ring them instead.",
  said_by_missing: "Enter who of the company said it, how, and on which day: today at the latest.",
  too_many_answers: "That is enough for today: a thousand answers from your company. Please go on tomorrow.",
  too_many_codes: "We have sent several codes already. Use the newest one, or come back in an hour.",
  too_many_entries: "This list is full: it has a hundred candidates.",
  too_many_never: "This list is full: it has a hundred names.",
  too_many_questions:
    "That is enough for today: five questions to one person, or two hundred from you. Go on tomorrow.",
  twin_on_list: "Another record of this person's address or number has been asked about this job already, or shown.",
  under_age: "We keep nothing about anyone under 18.",
  verdict_missing: "Choose an answer.",
  // People and invitations.
  company_already:
    "This address belongs to a company's account. An account belongs to the team or to a company, not to both.",
  has_owner: "This company has an owner, who invites its people.",
  invitation_accepted: "This invitation has been accepted.",
  invitation_expired: "The invitation has expired. Ask the person who invited you to send it again.",
  invitation_not_found: "This invitation no longer exists.",
  invitation_over: "You have accepted this invitation, and have been removed since. Ask for a new one.",
  invitation_revoked: "This invitation has been revoked.",
  invitation_unknown: "This link does not work. Open the newest mail that invited you: only its link works.",
  invited_already: "This address is invited already, as something else. Revoke that invitation first.",
  last_admin: "This is the last admin. Make a colleague an admin first.",
  last_owner: "A company needs an owner, and this is the last one. Hand it over to a colleague first.",
  member_already: "This address belongs to a member of this company already.",
  other_address: "The invitation is for another address than the one you are signed in with.",
  team_member_already: "This address belongs to a member of the team already.",
  // How often.
  too_busy: "Too much was sent within a minute.",
  too_many: "That is enough for today: fifty invitations from you, or five to this address. Please go on tomorrow.",
  too_many_accesses: "That is enough for today: a hundred changes of access in your company. Please go on tomorrow.",
  too_many_at_first:
    "Until your company has filed a requirement, it sends three invitations a day. File one, or go on tomorrow.",
  too_many_company_names:
    "That is enough for today: three names of your company. Please go on tomorrow, or write to us.",
  too_many_draft_saves:
    "That is enough for today: your company has saved drafts five thousand times. Please go on tomorrow.",
  too_many_edits:
    "That is enough for today: a thousand changes of requirements from your company. Please go on tomorrow, or write to us.",
  too_many_everywhere:
    "Too many new companies invite people today. Please go on tomorrow, or write to us: we can invite your colleagues.",
  too_many_messages: "That is enough for today: a thousand messages from your company. Please go on tomorrow.",
  too_many_own_changes:
    "That is enough for today: a hundred changes of your page. Please go on tomorrow, or write to us. You can always take a yes back, or delete everything.",
  too_many_own_names: "That is enough changes of names for today. Please go on tomorrow.",
  too_many_replies: "That is enough for today: two hundred replies by mail from you. Please go on tomorrow.",
  too_many_renames:
    "That is enough for today: a hundred changes of names from your company. Please go on tomorrow, or write to us.",
  too_many_requirements:
    "That is enough for today: three hundred requirements from your company. Please go on tomorrow, or write to us.",
  too_many_settings: "That is enough for today: a hundred changes of settings of your company. Please go on tomorrow.",
  too_many_unseen:
    "Until our team has taken up what your company filed, it sends five invitations a day. Please go on tomorrow.",
  too_many_templates: "The list is full: it has fifty answers. Delete one first.",
  too_soon: "It was sent less than a minute ago. Please wait a moment.",
};

/** The words for a name that the database raises; undefined for what is none. */
export function refusalWords(name: string, own: Refusals = {}): string | undefined {
  return own[name] ?? REFUSALS[name];
}

/**
 * Why a change was not made, in words for whoever asked for it. Of a fault, which has no name, they are the backend's own.
 *
 * @param own what the feature says otherwise
 */
export function refusalText({ message, status }: Failure, own?: Refusals): string {
  return refusalWords(message, own) ?? (status >= 500 ? message : "This is no longer possible.");
}

/** Makes the notice that something was not done, and why. @param own see `refusalText` */
export function refusalNotice(title: string, own?: Refusals) {
  return (failure: Failure) => ({ type: "error", title, text: refusalText(failure, own) }) as const;
}
