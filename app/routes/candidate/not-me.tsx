import { data } from "react-router";
import type { Route } from "./+types/not-me";
import { candidatePath } from "~/content/navigation";
import { NotMeForm } from "~/features/candidates/own/mailbox-forms";
import { disownAddress, findQuestion } from "~/features/candidates/own/own.server";
import { saidPath } from "~/features/candidates/own/paths";
import { CandidateAlone } from "~/features/candidates/own/candidate-alone";
import { UnknownLink } from "~/features/candidates/own/unknown-link";
import { NO_ENTRIES } from "~/lib/forms/form";
import { formResponse } from "~/lib/forms/form.server";
import { formContext } from "~/lib/http/context";
import { isMailToken } from "~/lib/http/mail-token";
import { changeAlone, isSignedIn, loadByLink, refuseLink, UNKNOWN_LINK } from "~/pages/candidate-link";
import { Unavailable } from "~/ui/layout/unavailable";
import { WorkPage } from "~/ui/layout/work/work-page";

export const handle = { isPrivate: true, section: candidatePath };

const TITLE = "Is this not you?";

export async function loader({ params: { token }, context }: Route.LoaderArgs) {
  const [page, isOfAccount] = await Promise.all([loadByLink(context, token), isSignedIn(context)]);
  return data({ ...page.data, isOfAccount }, { status: page.init?.status ?? 200 });
}

export async function action({ params: { token }, context }: Route.ActionArgs) {
  if (!isMailToken(token)) return refuseLink(context, UNKNOWN_LINK);
  if (context.get(formContext).get("intent") !== "disown") return formResponse(NO_ENTRIES, 400);
  const known = await findQuestion(context, token);
  const said = known.ok && known.value?.is_phone_link ? "not-my-number" : "not-me";
  return changeAlone(context, token, { act: () => disownAddress(context, token), to: saidPath(said) });
}

/** Asks once, before mails to an address end, or questions at a number. */
export default function NotMePage({ loaderData: { question, token, isOfAccount }, actionData }: Route.ComponentProps) {
  return (
    <WorkPage title={TITLE} documentTitle={TITLE} state={actionData}>
      <div className="form-column">
        {question === undefined && <Unavailable />}
        {question === null && <UnknownLink />}
        {question?.is_phone_link && isOfAccount && <CandidateAlone />}
        {question && !(question.is_phone_link && isOfAccount) && (
          <NotMeForm token={token} isByPhone={question.is_phone_link} />
        )}
      </div>
    </WorkPage>
  );
}
