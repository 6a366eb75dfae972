import type { Route } from "./+types/messages";
import { inChargeWords } from "~/features/team/names";
import { company } from "~/content/company";
import { ThreadSection } from "~/features/messages/thread";
import { ThreadAway } from "~/features/messages/thread-away";
import { messageNotices } from "~/features/messages/notices";
import { needNoAnswer, openThread, type Thread } from "~/features/messages/thread.server";
import { RequirementFrame, requirementPathFor } from "~/features/requirements/frame/requirement-frame";
import { isEditable } from "~/features/requirements/statuses";
import { moment } from "~/lib/backend/cursor";
import { NO_ENTRIES, textOf } from "~/lib/forms/form";
import { formResponse } from "~/lib/forms/form.server";
import { formContext } from "~/lib/http/context";
import { formPageMeta } from "~/lib/http/meta";
import { makeChange } from "~/pages/change";
import { forbiddenReason, loadClientPage, requireOwn, requireOwnId } from "~/pages/client";
import { takeMessage } from "~/pages/messages";
import { withStatus } from "~/pages/page";
import { Button } from "~/ui/forms/button";
import { fieldId } from "~/ui/forms/field";
import { FormHead } from "~/ui/forms/form-head";
import { OwnedForm } from "~/ui/forms/owned-form";
import { Dated } from "~/ui/pieces/moment";
import { requireAsked } from "~/lib/http/fetch-metadata";

export const handle = { hasForm: true };

const TITLE = "Messages";
const READERS = "We read it, and so does everyone in your company.";

export const meta = () => formPageMeta(TITLE, "What you and your recruiter have said about a requirement.");

export async function loader({ params, url, request, context }: Route.LoaderArgs) {
  const id = await requireOwnId(context, url, params.id);
  requireAsked(request, "page");
  const before = url.searchParams.get("before");
  const page = await loadClientPage(context, url, () => openThread(context, id, before));
  return withStatus({ ...page, path: requirementPathFor("company", id, "messages"), isNewest: before === null });
}

export async function action({ params, url, context }: Route.ActionArgs) {
  const id = await requireOwnId(context, url, params.id);
  const body = context.get(formContext);
  if (body.get("intent") !== "no-answer") return takeMessage(context, { id, side: "client" });
  const seen = moment.safeParse(textOf(body.get("seen")));
  if (!seen.success) return formResponse(NO_ENTRIES, 400);
  return makeChange(context, {
    state: NO_ENTRIES,
    act: async () => {
      const settled = await needNoAnswer(context, id, seen.data);
      return requireOwn(context, await forbiddenReason(context, settled));
    },
    failed: "message not settled",
    notDone: messageNotices.notSettled,
    done: () => ({
      notice: messageNotices.noAnswerNeeded,
      path: requirementPathFor("company", id, "messages"),
    }),
  });
}

/** That the team's words wait for an answer, and the way to say that none is needed. */
function Unanswered({ thread: { unanswered_since, recruiter, messages } }: { thread: Thread }) {
  return (
    <OwnedForm className="empty">
      <p>
        <strong>{recruiter ? <bdi>{recruiter.display_name}</bdi> : "We"}</strong> {recruiter ? "waits" : "wait"} for
        your answer
        <Dated words=" since" value={unanswered_since} hasTime />. <a href={`#${fieldId("body")}`}>Answer</a>
      </p>
      <input type="hidden" name="seen" value={messages.at(-1)?.created_at ?? ""} />
      <p>
        <Button variant="outline" name="intent" value="no-answer" busyText="Saving...">
          No Answer Needed
        </Button>
      </p>
    </OwnedForm>
  );
}

/** The messages of a requirement, for its company. */
export default function RequirementMessagesPage({ loaderData, actionData }: Route.ComponentProps) {
  const { answer, path, isNewest } = loaderData;
  if (!answer.ok) {
    return (
      <>
        <FormHead title={TITLE} errors={actionData?.errors} />
        <ThreadAway title={TITLE} path={path} readers={READERS} status={answer.status} state={actionData} />
      </>
    );
  }
  const thread = answer.value;
  const writer = thread.may_write ? "you write" : "your company writes";
  return (
    <>
      <FormHead title={`${TITLE}: ${thread.job_title}`} errors={actionData?.errors} />
      <RequirementFrame
        side="company"
        head={thread}
        tab="messages"
        notice={
          isNewest &&
          thread.unanswered_since &&
          thread.may_write &&
          isEditable(thread.status) && <Unanswered thread={thread} />
        }
        aside={
          <p className="hint">
            {thread.recruiter ? (
              <>
                <bdi>{inChargeWords(thread.recruiter)}</bdi> looks after this requirement and reads what {writer} here.
              </>
            ) : (
              `No recruiter is in charge of this requirement yet. Our whole team reads what ${writer} here.`
            )}
          </p>
        }
      >
        <ThreadSection
          thread={thread}
          path={path}
          isNewest={isNewest}
          sides={{ client: thread.company, team: company.name }}
          side="client"
          readers={READERS}
          readOnly="You can read here. To write too, ask an owner of your company."
          state={actionData}
        >
          No messages yet. Ask what you want to know about this requirement, or tell us what has changed.
        </ThreadSection>
      </RequirementFrame>
    </>
  );
}
