import type { ChangeFailure } from "~/lib/result";
import type { Notice } from "~/lib/toast.server";

/** What is refused, by its name. */
const REFUSALS: Record<string, string> = {
  session_ended: "Your session has ended. Sign in in another tab, then send it again: your entries are kept.",
  viewers_read:
    "You may read your company's requirements, but not change any. Ask an owner of your company to make you a member.",
  not_a_member:
    "You belong to no company by now. An owner of it can invite you again. What you typed is still here, for you to copy.",
  stale: "Somebody has changed it since you opened this page. Nothing of yours is saved: look at what changed first.",
  status_not_possible: "It has this status already, or can't get it from the one it has.",
  not_of_the_team: "This person is not in the team any more.",
  client_not_found: "This company is not there any more. Choose another.",
  company_already: "The sender's address belongs to a company's account: choose that company.",
  team_member_already: "The sender's address belongs to somebody of the team, who can't own a company.",
  invited_already: "The sender's address is invited already, as something else.",
  closed: "It is filled or cancelled meanwhile, and can't be changed any more.",
  too_many_drafts: "Your company has 20 drafts, which is the most. Delete one on the dashboard first.",
  draft_too_long: "The texts are too long together for a draft. Shorten the longest one.",
  draft_gone:
    "This draft is not there any more: it was submitted or deleted. Save again to keep your entries as a new one.",
  too_many_requirements:
    "That is enough for today: three hundred requirements from your company. Please go on tomorrow, or write to us.",
  too_many_edits:
    "That is enough for today: a thousand changes of requirements from your company. Please go on tomorrow, or write to us.",
  filed_already: "This draft has been submitted already, with other entries. To file yours as well, submit again.",
  too_many: "That is enough for today: fifty invitations from you, or five to this address. Please go on tomorrow.",
};

/** §8, "Dashboard" and "Submit requirement", and what the team does with requirements. */
export const requirementMessages = {
  fetchFailed: (message: string) => ({ type: "error", title: `Error fetching requirements: ${message}` }),
  clientNotFound: { type: "error", title: "Client data not found" },
  submitFailed: (message: string) => ({ type: "error", title: `Error submitting requirement: ${message}` }),
  viewersRead: {
    type: "error",
    title: "Not submitted",
    text: "You may read your company's requirements, but not file any. Ask an owner of your company to make you a member.",
  },
  submitted: { type: "success", title: "Job requirement submitted successfully!" },
  statusChanged: { type: "success", title: "Status changed" },
  recruiterNamed: { type: "success", title: "Saved", text: "Its company sees who is in charge." },
  edited: { type: "success", title: "Saved", text: "We see what you have changed." },
  withdrawn: { type: "success", title: "Requirement withdrawn", text: "Nobody works on it any more." },
  closedAlready: { type: "error", title: "It is filled or cancelled, and can't be changed any more" },
  converted: { type: "success", title: "The posting is a requirement now" },
  draftSaved: { type: "success", title: "Draft saved", text: "Go on here, or later from your dashboard." },
  draftDeleted: { type: "success", title: "Draft deleted" },
  draftNotThere: { type: "success", title: "This draft is not there any more" },
  draftFiled: (id: string) => ({
    type: "success",
    title: "This draft has been submitted",
    link: { label: "Open the requirement", path: `/client-dashboard/requirements/${id}` },
  }),
  duplicated: {
    type: "success",
    title: "A draft, from your requirement",
    text: "Change what differs, then submit it.",
  },
  notDone: ({ message, status }: ChangeFailure) => ({
    type: "error",
    title: "Not saved",
    text: status >= 500 ? message : (REFUSALS[message] ?? "This is not possible any more."),
  }),
} as const satisfies Record<string, Notice | ((what: never) => Notice)>;
