import { redirect } from "react-router";
import type { Route } from "./+types/code";
import { candidatePath } from "~/content/navigation";
import { CodeForm, CodeWays } from "~/features/candidates/own/code-form";
import { enterCode, findQuestion } from "~/features/candidates/own/own.server";
import { codeSchema } from "~/features/candidates/own/schema";
import { keepSession } from "~/features/candidates/own/session-cookie.server";
import { UnknownLink } from "~/features/candidates/own/unknown-link";
import { NO_ENTRIES, withReason } from "~/lib/forms/form";
import { formResponse, parseForm } from "~/lib/forms/form.server";
import { formContext, type Context } from "~/lib/http/context";
import { isMailToken } from "~/lib/http/mail-token";
import { isFormLimited } from "~/lib/limits/rate-limit.server";
import { logSecurity } from "~/lib/observe/security-log.server";
import { loadByLink, mailCode, refuseLink, UNKNOWN_LINK } from "~/pages/candidate-link";
import { Unavailable } from "~/ui/layout/unavailable";
import { WorkPage } from "~/ui/layout/work/work-page";

export const handle = { isPrivate: true, section: candidatePath };

const TITLE = "Enter the code";

export function loader({ params: { token }, context }: Route.LoaderArgs) {
  return loadByLink(context, token);
}

/** Opens the own page to whoever has read the mail with the code. */
async function open(context: Context, token: string) {
  const { values, state } = await parseForm(context.get(formContext), codeSchema);
  if (!values) return formResponse(state, 400);
  if (await isFormLimited(context)) return formResponse(state, 429);
  const opened = await enterCode(context, token, values.code);
  if (!opened.ok) return refuseLink(context, opened, state);
  if (opened.value !== null) return redirect(candidatePath, { status: 303, headers: await keepSession(opened.value) });
  const question = await findQuestion(context, token);
  if (!question.ok || question.value === null) return refuseLink(context, question.ok ? UNKNOWN_LINK : question, state);
  logSecurity(context, "refused");
  const words = question.value.has_code
    ? "This is not the code in the newest mail: check it again"
    : "This code no longer works: ask for a new one";
  return formResponse(withReason(state, "code", words), 422);
}

export async function action({ params: { token }, context }: Route.ActionArgs) {
  if (!isMailToken(token)) return refuseLink(context, UNKNOWN_LINK);
  switch (context.get(formContext).get("intent")) {
    case "enter-code":
      return open(context, token);
    case "send-code":
      return mailCode(context, token);
    default:
      return formResponse(NO_ENTRIES, 400);
  }
}

/** The code's own page: its box first. */
export default function CodePage({ loaderData: { question, token }, actionData }: Route.ComponentProps) {
  return (
    <WorkPage title={TITLE} documentTitle={TITLE} state={actionData}>
      <div className="form-column">
        {question === undefined && <Unavailable />}
        {question === null && <UnknownLink />}
        {(question?.has_code || (question === undefined && actionData)) && <CodeForm />}
        {question && <CodeWays token={token} question={question} />}
      </div>
    </WorkPage>
  );
}
