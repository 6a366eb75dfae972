import type { ChangeFailure } from "~/lib/result";
import type { Notice } from "~/lib/toast.server";

/** What the database refuses, by its name for it. */
const REFUSALS: Record<string, string> = {
  session_ended: "Your session has ended. Sign in in another tab, then send it again: your choices are kept.",
  stale: "They have changed since you opened this page. Nothing of yours is saved: look at what is saved now first.",
};

export const notificationMessages = {
  saved: { type: "success", title: "Saved", text: "It holds from the next mail on." },
  notSaved: ({ message, status }: ChangeFailure) => ({
    type: "error",
    title: "Not saved",
    text: status >= 500 ? message : (REFUSALS[message] ?? "This is not possible any more."),
  }),
} as const satisfies Record<string, Notice | ((failure: never) => Notice)>;
