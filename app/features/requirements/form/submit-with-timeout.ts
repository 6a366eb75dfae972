import { data, isRouteErrorResponse } from "react-router";
import { leaveNotice } from "~/lib/http/browser-notice";
import { NO_ENTRIES, OF_ANOTHER } from "~/lib/forms/form";
import { forgetDraft } from "~/features/requirements/drafts/form-session-storage";
import { requirementNotices } from "~/features/requirements/notices";

/** Longest wait for an answer, in milliseconds: more than the server and what stands in front of it take. */
const PATIENCE = 30_000;

/** Why no answer came, or none of ours, in words for a person. */
function reasonOf(error: unknown): string {
  if (!navigator.onLine) return "You are offline";
  const status = isRouteErrorResponse(error) ? error.status : undefined;
  if (status === 409) return OF_ANOTHER.text.slice(0, -1);
  if (status === 413) return "The texts are too long together; shorten the longest one";
  if (status === 429) return "Too many attempts; please wait a minute";
  return "The service could not be reached; please try again in a moment";
}

/**
 * Sends the requirement form from a browser with scripts. Whatever happens on the way, a lost connection, a proxy's own
 * error page, a deploy, a silence, the form stays on the page with its entries, and a notice says what happened. Sent
 * again it is taken once (docs/decisions/forms-and-limits.md).
 *
 * @param send asks the server's action
 * @returns the form's state: the server's, or one without any complaint about the entries
 * @throws the server's redirect, when the requirement is saved
 */
export async function sendRequirement<Answer>(send: () => Promise<Answer>) {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const silence = new Promise<never>((_, reject) => {
    timer = setTimeout(reject, PATIENCE, new Error("no answer"));
  });
  try {
    return await Promise.race([send(), silence]);
  } catch (error) {
    if (error instanceof Response) {
      forgetDraft();
      throw error;
    }
    leaveNotice(requirementNotices.submitFailed(`${reasonOf(error)}. Your entries are still here.`));
    return data(NO_ENTRIES, { status: 503 });
  } finally {
    clearTimeout(timer);
  }
}
