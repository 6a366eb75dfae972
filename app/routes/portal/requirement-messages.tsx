import type { Route } from "./+types/requirement-messages";
import { company } from "~/content/company";
import { ThreadSection } from "~/features/messages/thread";
import { ThreadAway } from "~/features/messages/thread-away";
import { openThread } from "~/features/messages/thread.server";
import { RequirementFrame, requirementPathFor } from "~/features/requirements/requirement-frame";
import { formPageMeta } from "~/lib/http/meta";
import { loadClientPage, requireOwnId } from "~/pages/client";
import { takeMessage } from "~/pages/messages";
import { withStatus } from "~/pages/team";
import { FormHead } from "~/ui/forms/form-head";
import { requireAsked } from "~/lib/http/fetch-metadata";

export const handle = { hasForm: true };

const TITLE = "Messages";
const READERS = "We read it, and so does everybody of your company.";

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
  return takeMessage(context, { id, side: "client" });
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
        aside={
          <p className="hint">
            {thread.recruiter ? (
              <>
                <bdi>{thread.recruiter}</bdi> looks after this requirement and reads what {writer} here.
              </>
            ) : (
              `Nobody has been put in charge of this requirement yet. All of our team read what ${writer} here.`
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
          readOnly="You can read here. Who may write is for an owner of your company to say."
          state={actionData}
        >
          Nobody has written yet. Ask what you want to know about this requirement, or tell us what has changed.
        </ThreadSection>
      </RequirementFrame>
    </>
  );
}
