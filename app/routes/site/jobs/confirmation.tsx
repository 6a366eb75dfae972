import { data, redirect } from "react-router";
import type { Route } from "./+types/confirmation";
import { applyingTexts } from "~/content/jobs/applying";
import { candidatePath } from "~/content/navigation";
import { CandidateCard } from "~/features/candidates/card";
import { confirmApplication, readConfirmation } from "~/features/applications/applying/applications.server";
import { ConfirmApplication, confirmHeading, JobsLink } from "~/features/applications/applying/confirm-parts";
import { confirmPath } from "~/features/applications/applying/paths";
import { cardDigest } from "~/features/applications/applying/schema";
import { NO_ENTRIES, textOf } from "~/lib/forms/form";
import { formResponse } from "~/lib/forms/form.server";
import { formContext } from "~/lib/http/context";
import { isMailToken } from "~/lib/http/mail-token";
import { APPLYING_LANGUAGE } from "~/features/applications/applying/notices";
import { refuseApplicant, withCard } from "~/pages/applying";
import { findByLink, UNKNOWN_LINK } from "~/pages/candidate-link";
import { Unavailable } from "~/ui/layout/unavailable";
import { WorkPage } from "~/ui/layout/work/work-page";

export const handle = { isPrivate: true, section: candidatePath };

export async function loader({ params: { token }, context }: Route.LoaderArgs) {
  const { found, status } = await findByLink(context, token, () => withCard(readConfirmation(context, token)));
  return data(
    { confirmation: found, card: found?.card, token },
    { status: found?.state === "closed" || found?.state === "over" ? 410 : status },
  );
}

/** The press. Whoever has the mail has the mailbox; opening the link decides nothing. */
export async function action({ params: { token }, context }: Route.ActionArgs) {
  if (!isMailToken(token)) return refuseApplicant(context, UNKNOWN_LINK);
  const body = context.get(formContext);
  const digest = cardDigest.safeParse(textOf(body.get("digest"))).data;
  if (body.get("intent") !== "confirm" || digest === undefined) return formResponse(NO_ENTRIES, 400);
  const confirmed = await confirmApplication(context, token, { digest, keep: body.get("keep") === "on" });
  if (!confirmed.ok) return refuseApplicant(context, confirmed);
  return redirect(confirmPath(token), 303);
}

/** Where the link of the confirming mail leads. */
export default function ConfirmationPage({
  loaderData: { confirmation, card, token },
  actionData,
}: Route.ComponentProps) {
  const texts = applyingTexts(confirmation?.language ?? APPLYING_LANGUAGE);
  const { confirm } = texts;
  const heading = confirmation ? confirmHeading(confirmation, texts) : confirm.unknownTitle;
  return (
    <WorkPage
      title={confirmation === undefined ? confirm.documentTitle : heading}
      documentTitle={confirm.documentTitle}
      state={actionData}
    >
      <div className="form-column question wrap-anywhere">
        {confirmation === undefined && <Unavailable />}
        {confirmation === null && (
          <>
            <p className="empty">{confirm.unknown}</p>
            <JobsLink words={confirm.jobs} />
          </>
        )}
        {confirmation && (
          <ConfirmApplication
            confirmation={confirmation}
            texts={texts}
            token={token}
            card={
              confirmation.shown &&
              card && (
                <CandidateCard name={confirmation.shown.name} card={card} pitch={null} seal={undefined} heading="h2" />
              )
            }
          />
        )}
      </div>
    </WorkPage>
  );
}
