import { consultationRoles, preferredTimes } from "~/features/enquiries/schema";
import { sources } from "~/features/enquiries/team/schema";
import { writerChoice, type Choices } from "~/features/inbox/sent/fields";
import type { Names } from "~/features/inbox/list/items";
import type { Sent } from "~/features/inbox/sent/sent.server";
import { postingChoices } from "~/features/job-posting/as-requirement";

/** How the forms label what they store. */
const CHOICES: Choices = {
  ...postingChoices,
  role: consultationRoles,
  preferred_time: preferredTimes,
  // That it came by a form needs no word.
  source: [["form", ""], ...sources],
};

/** The words for what an enquiry says by a choice, and for who of the team has written it down. */
export function enquiryChoices(sent: Sent, names: Names): Choices {
  return { ...CHOICES, written_by: writerChoice(sent, names) };
}
