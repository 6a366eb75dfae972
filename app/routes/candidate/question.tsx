import type { Route } from "./+types/question";
import { ownNotices } from "~/features/candidates/own/notices";
import { reconsiderQuestion, refuseQuestion, undoRefusal } from "~/features/candidates/own/own.server";
import { linkPath } from "~/features/candidates/own/paths";
import { QuestionCard, questionHeading, questionTitle } from "~/features/candidates/own/question-card";
import { UnknownLink } from "~/features/candidates/own/unknown-link";
import { candidatePath } from "~/content/navigation";
import { NO_ENTRIES } from "~/lib/forms/form";
import { formResponse } from "~/lib/forms/form.server";
import { formContext } from "~/lib/http/context";
import { isMailToken } from "~/lib/http/mail-token";
import { changeByLink, loadByLink, mailCode, refuseLink, UNKNOWN_LINK } from "~/pages/candidate-link";
import { FormHead } from "~/ui/forms/form-head";
import { PageHeader } from "~/ui/layout/page-header";
import { Unavailable } from "~/ui/layout/unavailable";

export const handle = { isPrivate: true, section: candidatePath };

const TITLE = "A question for you";

export function loader({ params: { token }, context }: Route.LoaderArgs) {
  return loadByLink(context, token);
}

export async function action({ params: { token }, context }: Route.ActionArgs) {
  if (!isMailToken(token)) return refuseLink(context, UNKNOWN_LINK);
  const to = linkPath(token);
  switch (context.get(formContext).get("intent")) {
    case "refuse":
      return changeByLink(context, { act: () => refuseQuestion(context, token), to });
    case "undo":
      return changeByLink(context, { act: () => undoRefusal(context, token), to, done: ownNotices.undone });
    case "reconsider":
      return changeByLink(context, {
        act: () => reconsiderQuestion(context, token),
        to,
        done: ownNotices.reconsidered,
      });
    case "send-code":
      return mailCode(context, token);
    default:
      return formResponse(NO_ENTRIES, 400);
  }
}

/** The page of a candidate's mail: the question itself, a no by one post, and the way to the card and the own page. */
export default function QuestionPage({ loaderData: { question, token }, actionData }: Route.ComponentProps) {
  return (
    <>
      <FormHead title={question ? questionTitle(question) : TITLE} errors={actionData?.errors} />
      <PageHeader title={question ? questionHeading(question) : TITLE} isWork />
      <div className="wrap pb-16">
        <div className="form-column question wrap-anywhere">
          {question === undefined && <Unavailable />}
          {question === null && <UnknownLink />}
          {question && <QuestionCard question={question} token={token} />}
        </div>
      </div>
    </>
  );
}
