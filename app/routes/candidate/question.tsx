import { data } from "react-router";
import type { Route } from "./+types/question";
import { ownNotices } from "~/features/candidates/own/notices";
import {
  agreeByLink,
  askForCall,
  eraseByLink,
  keepByLink,
  reconsiderQuestion,
  refuseQuestion,
  undoRefusal,
} from "~/features/candidates/own/own.server";
import { linkPath } from "~/features/candidates/own/paths";
import { QuestionCard } from "~/features/candidates/own/question-card";
import { questionHeading, questionTitle } from "~/features/candidates/own/question-standing";
import { digestSchema } from "~/features/candidates/own/schema";
import { UnknownLink } from "~/features/candidates/own/unknown-link";
import { candidatePath } from "~/content/navigation";
import { NO_ENTRIES } from "~/lib/forms/form";
import { formResponse } from "~/lib/forms/form.server";
import { formContext } from "~/lib/http/context";
import { isMailToken } from "~/lib/http/mail-token";
import { changeAlone, isSignedIn, loadByLink, mailCode, refuseLink, UNKNOWN_LINK } from "~/pages/candidate-link";
import { FormHead } from "~/ui/forms/form-head";
import { PageHeader } from "~/ui/layout/page-header";
import { Unavailable } from "~/ui/layout/unavailable";

export const handle = { isPrivate: true, section: candidatePath };

const TITLE = "A question for you";

export async function loader({ params: { token }, context }: Route.LoaderArgs) {
  const [page, isOfAccount] = await Promise.all([loadByLink(context, token), isSignedIn(context)]);
  return data({ ...page.data, isOfAccount }, { status: page.init?.status ?? 200 });
}

export async function action({ params: { token }, context }: Route.ActionArgs) {
  if (!isMailToken(token)) return refuseLink(context, UNKNOWN_LINK);
  const to = linkPath(token);
  const body = context.get(formContext);
  switch (body.get("intent")) {
    case "agree": {
      const { digest } = digestSchema.safeParse(Object.fromEntries(body)).data ?? {};
      if (digest === undefined) return formResponse(NO_ENTRIES, 400);
      return changeAlone(context, token, {
        act: () => agreeByLink(context, token, digest),
        to,
        done: ownNotices.agreed,
      });
    }
    case "call-first":
      return changeAlone(context, token, { act: () => askForCall(context, token), to, done: ownNotices.callWanted });
    case "erase":
      return changeAlone(context, token, {
        act: () => eraseByLink(context, token, body.get("minor") === "on"),
        to,
        done: ownNotices.erasing,
      });
    case "keep":
      return changeAlone(context, token, { act: () => keepByLink(context, token), to, done: ownNotices.keptAfterAll });
    case "refuse":
      return changeAlone(context, token, { act: () => refuseQuestion(context, token), to });
    case "undo":
      return changeAlone(context, token, { act: () => undoRefusal(context, token), to, done: ownNotices.undone });
    case "reconsider":
      return changeAlone(context, token, {
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

/** The page of a candidate's link: the question itself with its card, a no by one post, and the way to a yes and the own page. */
export default function QuestionPage({
  loaderData: { question, token, isOfAccount },
  actionData,
}: Route.ComponentProps) {
  return (
    <>
      <FormHead title={question ? questionTitle(question) : TITLE} errors={actionData?.errors} />
      <PageHeader title={question ? questionHeading(question) : TITLE} isWork />
      <div className="wrap pb-16">
        <div className="form-column question wrap-anywhere">
          {question === undefined && <Unavailable />}
          {question === null && <UnknownLink />}
          {question && <QuestionCard question={question} token={token} isSignedIn={isOfAccount} />}
        </div>
      </div>
    </>
  );
}
