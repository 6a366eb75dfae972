import { resendClientInvitation } from "~/features/clients/audience.server";
import { teamNotices } from "~/features/team/notices";
import { NO_ENTRIES, textOf } from "~/lib/forms/form";
import { formResponse } from "~/lib/forms/form.server";
import { formContext, type Context } from "~/lib/http/context";
import { isRowId } from "~/lib/schema/fields";
import { makeChange } from "./change";

/** Sends the invitation of a company again, from a page of one of its requirements. @param path where that page is */
export function resendInvitationFrom(context: Context, path: string) {
  const invitation = textOf(context.get(formContext).get("invitation"));
  if (!isRowId(invitation)) return formResponse(NO_ENTRIES, 400);
  return makeChange(context, {
    state: NO_ENTRIES,
    act: async () => {
      const sent = await resendClientInvitation(context, invitation);
      // It was accepted or taken back meanwhile; the page itself is there.
      return !sent.ok && sent.status === 404 ? { ...sent, status: 409 as const } : sent;
    },
    failed: "invitation not sent again",
    notDone: teamNotices.notDone,
    done: () => ({ notice: teamNotices.resent, path, hasMail: true }),
  });
}
