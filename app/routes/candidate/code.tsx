import { redirect } from "react-router";
import type { Route } from "./+types/code";
import { candidatePath } from "~/content/navigation";
import { CodeForm, CodeWays } from "~/features/candidates/own/code-form";
import { ownNotices } from "~/features/candidates/own/notices";
import { agreeToCard, enterCode, findQuestion } from "~/features/candidates/own/own.server";
import { agreeSchema, codeSchema } from "~/features/candidates/own/schema";
import { keepSession } from "~/features/candidates/own/session-cookie.server";
import { UnknownLink } from "~/features/candidates/own/unknown-link";
import { NO_ENTRIES, withReason } from "~/lib/forms/form";
import { formResponse, parseForm } from "~/lib/forms/form.server";
import { formContext, type Context } from "~/lib/http/context";
import { isMailToken } from "~/lib/http/mail-token";
import { notify } from "~/lib/http/notice.server";
import { isFormLimited } from "~/lib/limits/rate-limit.server";
import { logFailure } from "~/lib/observe/log.server";
import { logSecurity } from "~/lib/observe/security-log.server";
import { loadByLink, mailCode, refuseLink, UNKNOWN_LINK } from "~/pages/candidate-link";
import { Unavailable } from "~/ui/layout/unavailable";
import { WorkPage } from "~/ui/layout/work/work-page";

export const handle = { isPrivate: true, section: candidatePath };

const TITLE = "Enter the code";

export function loader({ params: { token }, context }: Route.LoaderArgs) {
  return loadByLink(context, token);
}

/** Says yes to the card that stood on the page, in the session that the code has opened; the own page says what became of it. */
async function agree(context: Context, session: string, body: FormData) {
  const card = agreeSchema.safeParse(Object.fromEntries(body)).data;
  if (card === undefined) return;
  const agreed = await agreeToCard(context, session, card.entry, card.digest);
  if (!agreed.ok) logFailure(context, agreed, "yes not taken");
  notify(context, agreed.ok ? ownNotices.agreed : ownNotices.notDone(agreed));
}

/** Opens the own page to whoever has read the mail with the code. */
async function open(context: Context, token: string) {
  const body = context.get(formContext);
  const { values, state } = await parseForm(body, codeSchema);
  if (!values) return formResponse(state, 400);
  if (await isFormLimited(context)) return formResponse(state, 429);
  const opened = await enterCode(context, token, values.code);
  if (!opened.ok) return refuseLink(context, opened, state);
  if (opened.value !== null) {
    if (body.get("intent") === "agree") await agree(context, opened.value, body);
    return redirect(candidatePath, { status: 303, headers: await keepSession(opened.value) });
  }
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
    case "agree":
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
        {(question?.has_code || (question === undefined && actionData)) && <CodeForm shown={question?.shown} />}
        {question && <CodeWays token={token} question={question} />}
      </div>
    </WorkPage>
  );
}
