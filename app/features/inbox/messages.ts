import { refusalWords } from "~/lib/backend/refusals";
import type { Failure } from "~/lib/result";
import { isolated } from "~/lib/format/text";
import type { Notice } from "~/lib/http/toast.server";

/** So many are named, and so much of each: a notice is short. */
const MOST_NAMED = 3;
const LONGEST_NAME = 40;

/** The first of some titles, and how many more there are. */
function listed(titles: readonly string[], count: number): string {
  const named = titles.slice(0, MOST_NAMED).map((title) => {
    const letters = [...title];
    return `“${isolated(letters.length > LONGEST_NAME ? `${letters.slice(0, LONGEST_NAME).join("")}…` : title)}”`;
  });
  if (named.length === 0) return "";
  const more = count - named.length;
  return `Not changed: ${named.join(", ")}${more > 0 ? ` and ${more} more` : ""}.`;
}

/** What the inbox says of what was done. */
export const inboxMessages = {
  taken: { type: "success", title: "It is yours", text: "For half an hour from what you last did on it." },
  nothingLeft: {
    type: "success",
    title: "Nothing is left to take",
    text: "All that is to be done is in somebody's hands.",
  },
  given: { type: "success", title: "Given" },
  stateSet: { type: "success", title: "State changed" },
  dueSet: { type: "success", title: "Due time changed" },
  noted: { type: "success", title: "Noted" },
  replied: { type: "success", title: "Noted that you reply", text: "Write the mail now." },
  notShown: (message: string) => ({
    type: "error",
    title: "The inbox can't be shown just now",
    text: refusalWords(message) ?? message,
  }),
  noneTicked: {
    type: "error",
    title: "Nothing was chosen",
    text: "Tick what it is about, and choose what to do with it.",
  },
  /** @param left what the first of those that were not changed are about, as far as they are there */
  several: (changed: number, missed: number, left: readonly string[]) =>
    missed === 0
      ? { type: "success", title: `${changed} changed` }
      : {
          type: "error",
          title: `${changed} changed, ${missed} not`,
          text: `${listed(left, missed)} Somebody had changed or deleted them a moment before. Look at them again.`.trim(),
        },
} as const satisfies Record<string, Notice | ((...parts: never[]) => Notice)>;

/**
 * Why something was not done, in words for the one who did it.
 *
 * @param isTyped did they type anything? Then it is still on the page
 */
export function refusalNotice({ status, message }: Failure, isTyped: boolean): Notice {
  if (message === "stale") {
    return {
      type: "error",
      title: "Somebody changed this a moment before",
      text: "Nothing of yours is saved. Look at what is new, then do it again if it is still right.",
    };
  }
  if (status === 401) {
    return {
      type: "error",
      title: "Please sign in again",
      text: `Your session has ended. Sign in in another tab, then send it once more${isTyped ? ": your words are still here" : ""}.`,
    };
  }
  if (message === "not_of_the_team") {
    return { type: "error", title: "Not given", text: "This person is not of the team any more. Choose another." };
  }
  const words = refusalWords(message) ?? `${message}.`;
  return { type: "error", title: "Not saved", text: isTyped ? `${words} Your words are still here.` : words };
}
