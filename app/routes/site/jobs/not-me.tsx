import { data, redirect } from "react-router";
import type { Route } from "./+types/not-me";
import { applyingTexts } from "~/content/jobs/applying";
import { candidatePath } from "~/content/navigation";
import {
  disownApplication,
  readConfirmation,
  type Confirmation,
} from "~/features/applications/applying/applications.server";
import { JobsLink } from "~/features/applications/applying/confirm-parts";
import { NotMe } from "~/features/applications/applying/not-me";
import { NO_ENTRIES } from "~/lib/forms/form";
import { formResponse } from "~/lib/forms/form.server";
import { formContext } from "~/lib/http/context";
import { isMailToken } from "~/lib/http/mail-token";
import { notify } from "~/lib/http/notice.server";
import { successNotice } from "~/lib/http/notices";
import { APPLYING_LANGUAGE } from "~/features/applications/applying/notices";
import { refuseApplicant } from "~/pages/applying";
import { findByLink, UNKNOWN_LINK } from "~/pages/candidate-link";
import { Unavailable } from "~/ui/layout/unavailable";
import { WorkPage } from "~/ui/layout/work/work-page";

export const handle = { isPrivate: true, section: candidatePath };

export async function loader({ params: { token }, context }: Route.LoaderArgs) {
  const { found, status } = await findByLink<Confirmation>(context, token, () => readConfirmation(context, token));
  return data({ confirmation: found, token }, { status });
}

export async function action({ params: { token }, context }: Route.ActionArgs) {
  if (!isMailToken(token)) return refuseApplicant(context, UNKNOWN_LINK);
  if (context.get(formContext).get("intent") !== "disown") return formResponse(NO_ENTRIES, 400);
  const disowned = await disownApplication(context, token);
  if (!disowned.ok) return refuseApplicant(context, disowned);
  const { notMe } = applyingTexts(APPLYING_LANGUAGE);
  notify(context, successNotice(notMe.done, notMe.doneText));
  return redirect("/", 303);
}

/** Asks once, before what was sent with somebody's address is deleted. */
export default function NotMePage({ loaderData: { confirmation, token }, actionData }: Route.ComponentProps) {
  const texts = applyingTexts(confirmation?.language ?? APPLYING_LANGUAGE);
  const isOver = confirmation === null || confirmation?.state === "confirmed" || confirmation?.state === "over";
  return (
    <WorkPage title={texts.notMe.title} documentTitle={texts.notMe.title} state={actionData}>
      <div className="form-column question">
        {confirmation === undefined && <Unavailable />}
        {isOver && (
          <>
            <p className="empty">{texts.confirm.unknown}</p>
            <JobsLink words={texts.confirm.jobs} />
          </>
        )}
        {confirmation && !isOver && <NotMe texts={texts} token={token} />}
      </div>
    </WorkPage>
  );
}
