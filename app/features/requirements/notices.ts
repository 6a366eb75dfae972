import { refusalNotice, type Refusals } from "~/lib/backend/refusals";
import { listTitles, shortTitle } from "~/lib/format/titles";
import { isolated } from "~/lib/format/text";
import { errorNotice, successNotice } from "~/lib/http/notices";
import { isAnybodyThere, type Audience } from "~/lib/schema/audience";

/** What is said of a form that comes after another's. */
export const STALE = "Someone changed it since you opened this page. Your changes are not saved: check theirs first.";

/** Who of a company hears of a requirement that an enquiry became (`private.mail_filed`). */
function convertedWords(audience: Audience): string {
  const company = isolated(audience.company);
  if (isAnybodyThere(audience)) {
    return `A mail goes to whoever of ${company} has sent it, or else to its owners. Everyone with an account there sees it.`;
  }
  const invited =
    audience.invited.length > 0 ? ` ${listTitles(audience.invited.map(({ email }) => email))} is invited.` : "";
  return `No one at ${company} has an account, so no mail tells them of it.${invited}`;
}

/** What is said otherwise here (`refusalText`). */
const OWN: Refusals = {
  stale: STALE,
  client_not_found: "This company no longer exists. Choose another.",
  company_already: "The sender's address belongs to a company's account: choose that company.",
  team_member_already: "The sender's address belongs to a colleague, who can't own a company.",
  invited_already: "The sender's address is invited already, as something else.",
};

/** §8, "Dashboard" and "Submit requirement", and what the team does with requirements. */
export const requirementNotices = {
  fetchFailed: (message: string) => errorNotice(`Error fetching requirements: ${message}`),
  clientNotFound: errorNotice("Client data not found"),
  submitFailed: (message: string) => errorNotice(`Error submitting requirement: ${message}`),
  viewersRead: errorNotice(
    "Not submitted",
    "You may read your company's requirements, but not file any. Ask an owner of your company to make you a member.",
  ),
  submitted: successNotice("Job requirement submitted successfully!"),
  statusChanged: successNotice("Status changed"),
  /** @param text who is told of it, and where its candidates say otherwise */
  closed: (text: string) => successNotice("Status changed", text),
  recruiterNamed: successNotice("Saved", "Everyone with an account at the company sees who is in charge."),
  noneTicked: errorNotice("Nothing was chosen", "Tick at least one requirement, and choose who gets it."),
  /** @param missed what those are called that were not changed; null for one that is gone */
  given: (changed: number, missed: readonly (string | null)[]) =>
    missed.length === 0
      ? successNotice(`${changed} given`, "Everyone with an account at their companies sees who is in charge.")
      : errorNotice(
          `${changed} given, ${missed.length} not`,
          `A colleague changed or deleted them a moment ago: ${listTitles(missed.map((title) => shortTitle(title ?? "one that is gone")))}. Check them again.`,
        ),
  edited: successNotice("Saved", "We see what you have changed."),
  editedByTeam: successNotice("Saved", "Everyone with an account at the company can read what you have changed."),
  withdrawn: successNotice("Requirement withdrawn", "It is in our inbox, so that we stop working on it."),
  /** @param status what it is now */
  closedAlready: (status: string) => errorNotice(`It is ${status}, and can no longer be changed`),
  /** @param audience who of its company sees it; null where that could not be told */
  converted: (kind: string, audience: Audience | null) =>
    successNotice(`The ${kind} is a requirement now`, audience ? convertedWords(audience) : undefined),
  filedFor: successNotice("Requirement filed", "The company's owners are told by mail, if it has any."),
  draftSaved: successNotice("Draft saved", "Go on here, or later from your dashboard."),
  draftDeleted: successNotice("Draft deleted"),
  draftNotThere: successNotice("This draft no longer exists"),
  draftFiled: (id: string) => ({
    ...successNotice("This draft has been submitted"),
    link: { label: "Open the requirement", path: `/client-dashboard/requirements/${id}` },
  }),
  duplicated: successNotice("A draft, from your requirement", "Change what differs, then submit it."),
  notDone: refusalNotice("Not saved", OWN),
};
