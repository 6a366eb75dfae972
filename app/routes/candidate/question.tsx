import { data, redirect } from "react-router";
import type { Route } from "./+types/question";
import { candidatePath } from "~/content/navigation";
import { LinkForm } from "~/features/candidates/own/link-form";
import { ownNotices } from "~/features/candidates/own/notices";
import { disownAddress, enterCode, findQuestion, refuseQuestion, sendCode } from "~/features/candidates/own/own.server";
import { saidPath } from "~/features/candidates/own/paths";
import { CodeForm, QuestionCard } from "~/features/candidates/own/question-card";
import { codeSchema } from "~/features/candidates/own/schema";
import { keepSession } from "~/features/candidates/own/session-cookie.server";
import { wakeMailFor } from "~/features/mail/mail.server";
import { NO_ENTRIES, withReason, type FormState } from "~/lib/forms/form";
import { formResponse, isAfterPost, parseForm } from "~/lib/forms/form.server";
import { formContext, type Context } from "~/lib/http/context";
import { isMailToken } from "~/lib/http/mail-token";
import { notify } from "~/lib/http/notice.server";
import { giveBackMail, isOverMailBudget } from "~/lib/limits/mail-budget.server";
import { isFormLimited, refusesUnknownLink } from "~/lib/limits/rate-limit.server";
import { logFailure } from "~/lib/observe/log.server";
import { logSecurity } from "~/lib/observe/security-log.server";
import type { Failure } from "~/lib/result";
import { forbidKeeping, refuseOwn } from "~/pages/candidate";
import { FormHead } from "~/ui/forms/form-head";
import { PageHeader } from "~/ui/layout/page-header";
import { Unavailable } from "~/ui/layout/unavailable";

export const handle = { isPrivate: true, section: candidatePath };

const TITLE = "A question for you";

const UNKNOWN: Failure = { ok: false, message: "link_unknown", status: 404 };

/** Looks, and decides nothing: a mail's link is opened by scanners, too. Unknown and ended links are alike. */
export async function loader({ params: { token }, context }: Route.LoaderArgs) {
  forbidKeeping(context);
  const found = isMailToken(token) ? await findQuestion(context, token) : ({ ok: true, value: null } as const);
  if (!found.ok) {
    logFailure(context, found, "question not shown");
    return data({ question: undefined }, { status: found.status });
  }
  // What follows a post was counted with it.
  if (!found.value && !isAfterPost(context) && (await refusesUnknownLink(context))) {
    return data({ question: undefined }, { status: 429 });
  }
  return data({ question: found.value }, { status: found.value ? 200 : 404 });
}

/** The page again, after a post by a link that nobody has, or what the backend does not do. */
async function refuse(context: Context, failure: Failure, state: FormState = NO_ENTRIES) {
  if (failure.status !== 404) return refuseOwn(context, state, failure);
  return formResponse(state, (await refusesUnknownLink(context)) ? 429 : 404);
}

/** Opens the own page to whoever has read the mail with the code. */
async function open(context: Context, token: string) {
  const { values, state } = await parseForm(context.get(formContext), codeSchema);
  if (!values) return formResponse(state, 400);
  if (await isFormLimited(context)) return formResponse(state, 429);
  const opened = await enterCode(context, token, values.code);
  if (!opened.ok) return refuse(context, opened, state);
  if (opened.value !== null) return redirect(candidatePath, { status: 303, headers: await keepSession(opened.value) });
  const question = await findQuestion(context, token);
  if (!question.ok || question.value === null) return refuse(context, question.ok ? UNKNOWN : question, state);
  logSecurity(context, "refused");
  const words = question.value.has_code
    ? "This is not the code of the newest mail: look at it again"
    : "This code works no more: have another one sent";
  return formResponse(withReason(state, "code", words), 422);
}

export async function action({ params: { token }, context }: Route.ActionArgs) {
  const here = `${candidatePath}/${token}`;
  if (!isMailToken(token)) return refuse(context, UNKNOWN);
  switch (context.get(formContext).get("intent")) {
    case "refuse": {
      const refused = await refuseQuestion(context, token);
      return refused.ok ? redirect(here, 303) : refuse(context, refused);
    }
    case "disown": {
      const disowned = await disownAddress(context, token);
      return disowned.ok ? redirect(saidPath("not-me"), 303) : refuse(context, disowned);
    }
    case "send-code": {
      // By a link that nobody has no code is sent: none is counted, either.
      const known = await findQuestion(context, token);
      if (!known.ok || known.value === null) return refuse(context, known.ok ? UNKNOWN : known);
      if (await isFormLimited(context)) return formResponse(NO_ENTRIES, 429);
      const mail = { purpose: "code", person: token } as const;
      if (await isOverMailBudget(context, mail)) return formResponse(NO_ENTRIES, 429);
      const sent = await sendCode(context, token);
      // No mail was made: one candidate's link uses up nobody else's.
      if (sent.ok ? sent.value !== true : sent.status < 500) await giveBackMail(mail);
      if (!sent.ok || sent.value === false) return refuse(context, sent.ok ? UNKNOWN : sent);
      wakeMailFor(context, token);
      notify(context, ownNotices.codeSent);
      return redirect(here, 303);
    }
    case "enter-code":
      return open(context, token);
    default:
      return formResponse(NO_ENTRIES, 400);
  }
}

/** The page of a candidate's mail: what it is about, a no by one post, and the way to the card and the own page. */
export default function QuestionPage({ loaderData: { question }, actionData }: Route.ComponentProps) {
  return (
    <>
      <FormHead title={TITLE} errors={actionData?.errors} />
      <PageHeader title={question?.purpose === "page" ? "Your page" : TITLE} isWork />
      <div className="wrap pb-16">
        <div className="form-column wrap-anywhere">
          {question === undefined && <Unavailable />}
          {question === undefined && actionData?.defaultValues["code"] !== undefined && <CodeForm />}
          {question === null && (
            <>
              <p className="empty">
                This link does not work any more, or was never sent. Open the newest mail from us, or ask for a new
                link.
              </p>
              <LinkForm />
            </>
          )}
          {question && <QuestionCard question={question} />}
        </div>
      </div>
    </>
  );
}
