import { refusalNotice, type Refusals } from "~/lib/backend/refusals";
import { listTitles, shortTitle } from "~/lib/format/titles";
import type { Notice } from "~/lib/http/notice.server";

/** What is said otherwise here (`refusalText`). */
const OWN: Refusals = {
  stale: "Somebody has changed it since you opened this page. Nothing of yours is saved: look at what changed first.",
  client_not_found: "This company is not there any more. Choose another.",
  company_already: "The sender's address belongs to a company's account: choose that company.",
  team_member_already: "The sender's address belongs to somebody of the team, who can't own a company.",
  invited_already: "The sender's address is invited already, as something else.",
};

/** §8, "Dashboard" and "Submit requirement", and what the team does with requirements. */
export const requirementNotices = {
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
  /** @param text where its candidates say otherwise */
  filled: (text: string) => ({ type: "success", title: "Status changed", text }),
  recruiterNamed: { type: "success", title: "Saved", text: "Its company sees who is in charge." },
  noneTicked: { type: "error", title: "Nothing was chosen", text: "Tick what it is about, and choose who gets it." },
  /** @param missed what those are called that were not changed; null for one that is gone */
  given: (changed: number, missed: readonly (string | null)[]) =>
    missed.length === 0
      ? { type: "success", title: `${changed} given`, text: "Their companies see who is in charge." }
      : {
          type: "error",
          title: `${changed} given, ${missed.length} not`,
          text: `Somebody had changed or deleted them a moment before: ${listTitles(missed.map((title) => shortTitle(title ?? "one that is gone")))}. Look at them again.`,
        },
  edited: { type: "success", title: "Saved", text: "We see what you have changed." },
  editedByTeam: { type: "success", title: "Saved", text: "Its company reads what you have changed." },
  withdrawn: { type: "success", title: "Requirement withdrawn", text: "Nobody works on it any more." },
  closedAlready: { type: "error", title: "It is filled or cancelled, and can't be changed any more" },
  converted: (kind: string) => ({ type: "success", title: `The ${kind} is a requirement now` }),
  filedFor: { type: "success", title: "Requirement filed", text: "Its company is told." },
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
  notDone: refusalNotice("Not saved", OWN),
} as const satisfies Record<string, Notice | ((...parts: never[]) => Notice)>;
