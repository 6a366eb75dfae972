import type { Enums } from "~/lib/backend/database.types";
import type { Options } from "~/lib/schema/fields";
import type { BadgeColour } from "~/ui/pieces/badge";

export type Status = Enums<"requirement_status">;

/** Of whom the words about a requirement speak. */
type NextWordsArgs = {
  recruiter: string | undefined;
  isLate: boolean;
  closedBy: Enums<"side"> | null;
  outcome: string;
};

/** What happens next, in words its company can go by. */
type NextWords =
  | {
      isOpen: true;
      /** While the company waits for an answer: before and after until when it comes. */
      waiting: (told: NextWordsArgs) => readonly [before: string, after: string];
      /** When it does not. */
      answered: (told: NextWordsArgs) => string;
    }
  | {
      isOpen: false;
      /** What has become of it: before the reason, and after it. */
      closed: (told: NextWordsArgs) => readonly [before: string, after: string];
      /** Why to duplicate it. */
      again: string;
    };

type StatusDefinition = NextWords & {
  label: string;
  badge: BadgeColour;
};

const searching = (recruiter = "Our team") => `${recruiter} is looking for the right people.`;

/** The statuses of a requirement (§3), in the order in which they are listed. */
const definitions = {
  new: {
    label: "New",
    badge: "blue",
    isOpen: true,
    waiting: ({ recruiter, isLate }) => {
      if (recruiter) return ["", ` ${recruiter} looks after it.`];
      return ["", isLate ? "" : " Until then you need do nothing."];
    },
    answered: ({ recruiter = "We" }) =>
      `We have answered. ${recruiter} will set it to in progress when the search begins; you see that here at once.`,
  },
  in_progress: {
    label: "In progress",
    badge: "yellow",
    isOpen: true,
    waiting: ({ recruiter }) => [`${searching(recruiter)} We still have to answer what you sent last. `, ""],
    answered: ({ recruiter }) => `${searching(recruiter)} We tell you as soon as there is news.`,
  },
  filled: {
    label: "Filled",
    badge: "green",
    isOpen: false,
    closed: ({ outcome }) => [outcome, ""],
    again: "To hire for the same role once more,",
  },
  cancelled: {
    label: "Cancelled",
    badge: "red",
    isOpen: false,
    closed: ({ closedBy }) => [
      closedBy === "company" ? "Your company has withdrawn it" : "We have cancelled it",
      " We have stopped working on it.",
    ],
    again: "To take it up again,",
  },
} as const satisfies Record<Status, StatusDefinition>;

/** The statuses with their labels. */
export const statuses = Object.entries(definitions).map(
  ([status, { label }]) => [status, label] as const,
) as Options<Status>;

/** Their names, for a form or an address that names one. */
export const statusNames = Object.keys(definitions) as [Status, ...Status[]];

/** What is known of a status. */
export function statusOf(status: Status): StatusDefinition {
  return definitions[status];
}

/** A status in a sentence, or on a badge (§2): "in progress". */
export function statusWord(status: Status): string {
  return statusOf(status).label.toLowerCase();
}

/**
 * Which status a side may give it: the team any other; a company withdraws what is open, which needs a reason. The database
 * decides (`private.requirement_transitions`); a test compares the two.
 */
export function nextStatuses(status: Status, side: Enums<"side">): readonly Status[] {
  if (side === "company") return statusOf(status).isOpen ? ["cancelled"] : [];
  return statusNames.filter((name) => name !== status);
}

/** May the company still edit a requirement of this status? */
export function isEditable(status: Status): boolean {
  return statusOf(status).isOpen;
}
