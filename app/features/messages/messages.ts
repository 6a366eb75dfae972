import type { ChangeFailure } from "~/lib/result";
import type { Notice } from "~/lib/toast.server";

/** What the database refuses, by its name for it. */
const REFUSALS: Record<string, string> = {
  session_ended: "Your session has ended. Sign in in another tab, then send it again: your words are still here.",
  forbidden: "You can read here, but not write. Somebody of your company may have changed what you may do.",
  not_a_member:
    "You belong to no company by now. An owner of it can invite you again. Your words are still here, for you to copy.",
  too_many_messages:
    "That is enough for today: a thousand messages from your company. Your words are still here, to go on tomorrow.",
  form_taken: "This form has been used before. Open the page again, and send it from there.",
};

/** What is said of messages. */
export const messageNotices = {
  sent: (path: string) => ({ type: "success", title: "Message sent", link: { label: "See it", path } }),
  notSent: ({ message, status }: ChangeFailure) => ({
    type: "error",
    title: "Message not sent",
    text:
      REFUSALS[message] ?? (status >= 500 ? `${message}. Your words are still here.` : "Your words are still here."),
  }),
} as const satisfies Record<string, (what: never) => Notice>;
