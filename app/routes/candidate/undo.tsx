import { data, redirect } from "react-router";
import type { Route } from "./+types/undo";
import { candidatePath } from "~/content/navigation";
import { MyMailboxForm } from "~/features/candidates/own/mailbox-forms";
import { ownNotices } from "~/features/candidates/own/notices";
import { isUndoLink, ownMailbox } from "~/features/candidates/own/own.server";
import { saidPath } from "~/features/candidates/own/paths";
import { linkSchema } from "~/features/candidates/own/schema";
import { UnknownLink } from "~/features/candidates/own/unknown-link";
import { withReason } from "~/lib/forms/form";
import { formResponse, parseForm } from "~/lib/forms/form.server";
import { formContext } from "~/lib/http/context";
import { isMailToken } from "~/lib/http/mail-token";
import { isFormLimited } from "~/lib/limits/rate-limit.server";
import { logSecurity } from "~/lib/observe/security-log.server";
import { findByLink, refuseLink, UNKNOWN_LINK } from "~/pages/candidate-link";
import { Unavailable } from "~/ui/layout/unavailable";
import { WorkPage } from "~/ui/layout/work/work-page";

export const handle = { isPrivate: true, section: candidatePath };

const TITLE = "Is this you after all?";

export async function loader({ params: { token }, context }: Route.LoaderArgs) {
  const { found, status } = await findByLink<true>(context, token, async () => {
    const known = await isUndoLink(context, token);
    return known.ok ? { ok: true, value: known.value || null } : known;
  });
  return data({ isKnown: found }, { status });
}

/** Undoes "this is not me", for whoever has the link and knows the address that it went to. */
export async function action({ params: { token }, context }: Route.ActionArgs) {
  if (!isMailToken(token)) return refuseLink(context, UNKNOWN_LINK);
  const { values, state } = await parseForm(context.get(formContext), linkSchema);
  if (!values) return formResponse(state, 400);
  if (await isFormLimited(context)) return formResponse(state, 429);
  const undone = await ownMailbox(context, token, values.email);
  if (undone.ok) return redirect(saidPath("me-again"), 303);
  if (undone.status !== 422) return refuseLink(context, undone, state);
  logSecurity(context, "refused");
  return formResponse(withReason(state, "email", ownNotices.notDone(undone).text), 422);
}

/** The page of the last mail to an address that was said to be somebody else's. */
export default function UndoPage({ loaderData: { isKnown }, actionData }: Route.ComponentProps) {
  return (
    <WorkPage title={TITLE} documentTitle={TITLE} state={actionData}>
      <div className="form-column">
        {isKnown === undefined && <Unavailable />}
        {isKnown === null && <UnknownLink />}
        {isKnown !== null && (isKnown || actionData) && <MyMailboxForm />}
      </div>
    </WorkPage>
  );
}
