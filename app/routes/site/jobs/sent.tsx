import { data, redirect } from "react-router";
import type { Route } from "./+types/sent";
import { applyingTexts } from "~/content/jobs/applying";
import { candidatePath } from "~/content/navigation";
import { CandidateCard } from "~/features/candidates/card";
import { allowCard, mailApplication, readApplication } from "~/features/applications/applying/applications.server";
import { JobsLink } from "~/features/applications/applying/confirm-parts";
import { sentPath } from "~/features/applications/applying/paths";
import { cardDigest } from "~/features/applications/applying/schema";
import { SentApplication, sentHeading } from "~/features/applications/applying/sent-parts";
import { wakeMailForApplicant } from "~/features/mail/mail.server";
import { NO_ENTRIES } from "~/lib/forms/form";
import { formResponse } from "~/lib/forms/form.server";
import { formContext } from "~/lib/http/context";
import { isMailToken } from "~/lib/http/mail-token";
import { notify } from "~/lib/http/notice.server";
import { isFormLimited } from "~/lib/limits/rate-limit.server";
import { APPLYING_LANGUAGE, askedNotice } from "~/features/applications/applying/notices";
import { refuseApplicant, withCard } from "~/pages/applying";
import { findByLink, UNKNOWN_LINK } from "~/pages/candidate-link";
import { Unavailable } from "~/ui/layout/unavailable";
import { WorkPage } from "~/ui/layout/work/work-page";

export const handle = { isPrivate: true, section: candidatePath };

export async function loader({ params: { token }, context }: Route.LoaderArgs) {
  const { found, status } = await findByLink(context, token, () => withCard(readApplication(context, token)));
  return data({ application: found, card: found?.card, token }, { status });
}

export async function action({ params: { token }, context }: Route.ActionArgs) {
  if (!isMailToken(token)) return refuseApplicant(context, UNKNOWN_LINK);
  const body = context.get(formContext);
  const intent = body.get("intent");
  const digest = cardDigest.safeParse(body.get("digest")).data;
  if (intent === "allow" && digest !== undefined) {
    const allowed = await allowCard(context, token, digest);
    return allowed.ok ? redirect(sentPath(token), 303) : refuseApplicant(context, allowed);
  }
  if (intent !== "mail") return formResponse(NO_ENTRIES, 400);
  if (await isFormLimited(context)) return formResponse(NO_ENTRIES, 429);
  const mailed = await mailApplication(context, token);
  if (!mailed.ok) return refuseApplicant(context, mailed);
  wakeMailForApplicant(context, token);
  notify(context, askedNotice(mailed.value));
  return redirect(sentPath(token), 303);
}

/** Page two, for an hour: where the mail goes, and the very card. The words are saved already, whatever is done here. */
export default function SentPage({ loaderData: { application, card, token }, actionData }: Route.ComponentProps) {
  const texts = applyingTexts(application?.language ?? APPLYING_LANGUAGE);
  const { sent } = texts;
  const heading = sentHeading(application, texts);
  return (
    <WorkPage title={heading} lead={application?.title} documentTitle={heading} state={actionData}>
      <div className="form-column question wrap-anywhere">
        {application === undefined && <Unavailable />}
        {application === null && (
          <>
            <p className="empty">{sent.over}</p>
            <JobsLink words={texts.confirm.jobs} />
          </>
        )}
        {application && card && (
          <SentApplication
            application={application}
            texts={texts}
            token={token}
            card={
              <CandidateCard name={application.shown.name} card={card} pitch={null} seal={undefined} heading="h3" />
            }
          />
        )}
      </div>
    </WorkPage>
  );
}
