import { inChargeWords } from "~/features/team/names";
import { data } from "react-router";
import type { Route } from "./+types/messages";
import { company } from "~/content/company";
import { ThreadSection } from "~/features/messages/thread";
import { ThreadAway } from "~/features/messages/thread-away";
import { openThread } from "~/features/messages/thread.server";
import { RequirementFrame, requirementPathFor } from "~/features/requirements/frame/requirement-frame";
import { formContext } from "~/lib/http/context";
import { formPageMeta } from "~/lib/http/meta";
import { isAnybodyThere } from "~/lib/schema/audience";
import { NobodyThere, RESEND } from "~/features/clients/nobody-there";
import { resendInvitationFrom } from "~/pages/audience";
import { takeMessage } from "~/pages/messages";
import { loadTeamPage } from "~/pages/team";
import { requireId, withStatus } from "~/pages/page";
import { FormHead } from "~/ui/forms/form-head";
import { requireAsked } from "~/lib/http/fetch-metadata";

export const handle = { hasForm: true };

const TITLE = "Messages";
const READERS = "Everyone in the company reads it.";
const NO_READERS = "No one in the company can read it yet.";

export const meta = () => formPageMeta(TITLE, "What a company and the team have said about a requirement.");

export async function loader({ params, url, request, context }: Route.LoaderArgs) {
  const id = requireId(params.id);
  requireAsked(request, "page");
  const before = url.searchParams.get("before");
  const page = await loadTeamPage(context, url, () => openThread(context, id, before));
  if (page.answer.ok && page.answer.value === null) throw data(null, { status: 404 });
  return withStatus({ ...page, path: requirementPathFor("team", id, "messages"), isNewest: before === null });
}

export function action({ params, context }: Route.ActionArgs) {
  const id = requireId(params.id);
  if (context.get(formContext).get("intent") === RESEND) {
    return resendInvitationFrom(context, requirementPathFor("team", id, "messages"));
  }
  return takeMessage(context, { id, side: "team" });
}

/** The messages of a requirement, for the team. */
export default function RequirementMessagesPage({ loaderData, actionData }: Route.ComponentProps) {
  const { answer, path, isNewest } = loaderData;
  if (!answer.ok || answer.value === null) {
    return (
      <>
        <FormHead title={TITLE} errors={actionData?.errors} />
        <ThreadAway
          title={TITLE}
          path={path}
          readers={READERS}
          status={answer.ok ? 404 : answer.status}
          state={actionData}
        />
      </>
    );
  }
  const thread = answer.value;
  return (
    <>
      <FormHead title={`${TITLE}: ${thread.job_title}, ${thread.company}`} errors={actionData?.errors} />
      <RequirementFrame
        side="team"
        head={thread}
        tab="messages"
        aside={
          <>
            {thread.item_id !== null && (
              <p className="hint">
                Write notes for the team only on <a href={`/team/inbox/${thread.item_id}`}>its inbox item</a>.
              </p>
            )}
            <p className="hint">
              {thread.recruiter ? (
                <>
                  <bdi>{inChargeWords(thread.recruiter)}</bdi> is in charge, and sees what the company writes.
                </>
              ) : (
                "No recruiter is in charge, so the whole team sees what the company writes."
              )}
            </p>
          </>
        }
      >
        <NobodyThere
          audience={thread.audience ?? null}
          then="ring them: what you write here waits until someone signs in"
        />
        <ThreadSection
          thread={thread}
          path={path}
          isNewest={isNewest}
          sides={{ client: thread.company, team: company.name }}
          side="team"
          readers={thread.audience && !isAnybodyThere(thread.audience) ? NO_READERS : READERS}
          readOnly="You can read here, but not write."
          state={actionData}
        >
          No messages yet. Whoever signs in for the company reads what you write here, with your name as clients see it.
        </ThreadSection>
      </RequirementFrame>
    </>
  );
}
