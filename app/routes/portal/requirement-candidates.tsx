import type { Route } from "./+types/requirement-candidates";
import { readAnswers } from "~/features/candidates/client/answers";
import {
  answerCandidates,
  loadOwnCandidates,
  type OwnCandidates,
} from "~/features/candidates/client/candidates.server";
import { answerNotices } from "~/features/candidates/client/notices";
import { ShownCandidateItem } from "~/features/candidates/client/shown-candidate";
import { loadRequirementFrame, type Frame } from "~/features/requirements/frame.server";
import { PipelineNumbers } from "~/features/requirements/pipeline-numbers";
import { RequirementFrame, requirementPathFor } from "~/features/requirements/requirement-frame";
import { isEditable, statuses } from "~/features/requirements/statuses";
import { formResponse } from "~/lib/forms/form.server";
import { FORM_ID, type FormState } from "~/lib/forms/form";
import { formContext, type Context } from "~/lib/http/context";
import { labelOf } from "~/lib/format/schema";
import type { Result } from "~/lib/result";
import { formPageMeta } from "~/lib/http/meta";
import { isFormLimited } from "~/lib/limits/rate-limit.server";
import { makeChange } from "~/pages/change";
import { forbiddenReason, loadClientPage, requireOwn, requireOwnId } from "~/pages/client";
import { withStatus } from "~/pages/team";
import { Button } from "~/ui/forms/button";
import { FormHead } from "~/ui/forms/form-head";
import { OwnedForm } from "~/ui/forms/owned-form";
import { SignInAgain } from "~/ui/forms/sign-in-again";
import { PageHeader } from "~/ui/layout/page-header";
import { Unavailable } from "~/ui/layout/unavailable";
import { Dated } from "~/ui/pieces/moment";
import { requireAsked } from "~/lib/http/fetch-metadata";

const TITLE = "Candidates";

export const meta = () => formPageMeta(TITLE, "Who your recruiter shows you for a requirement, and what you answer.");

type Shown = OwnCandidates & { frame: Frame };

/** The requirement's frame with its candidates; null for one that is not there, or not theirs. */
async function load(context: Context, id: string, opens: boolean): Promise<Result<Shown | null>> {
  const frame = await loadRequirementFrame(context, id);
  if (!frame.ok) return frame;
  if (frame.value === null) return { ok: true, value: null };
  const found = await loadOwnCandidates(context, id, opens);
  return found.ok ? { ok: true, value: { ...found.value, frame: frame.value } } : found;
}

export async function loader({ params, url, request, context }: Route.LoaderArgs) {
  const id = await requireOwnId(context, url, params.id);
  requireAsked(request, "page");
  // Whoever asks for the head alone has seen nobody.
  const page = await loadClientPage(context, url, () => load(context, id, request.method !== "HEAD"));
  return withStatus(page);
}

/** Takes the answers about all cards of the page in one post. */
export async function action({ params, url, context }: Route.ActionArgs) {
  const id = await requireOwnId(context, url, params.id);
  const { answers, state } = readAnswers(context.get(formContext));
  if (!answers) return formResponse(state, 400);
  return makeChange(context, {
    state,
    act: async () => {
      const given = await answerCandidates(context, id, answers);
      // Somebody who was shown and is not any more is no page that is not there.
      if (!given.ok && given.message === "entry_not_found") return { ...given, status: 409 };
      return requireOwn(context, await forbiddenReason(context, given));
    },
    failed: "candidates not answered",
    notDone: answerNotices.notAnswered,
    done: (answered) => ({
      notice: answerNotices.answered(answered ?? 0),
      path: requirementPathFor("company", id, "candidates"),
      hasMail: true,
      requirements: [id],
    }),
    isTooMuch: isFormLimited,
  });
}

/** In the place of the cards, while they can't be shown: what was chosen stays, to be sent again. */
function CandidatesAway({ status, sent }: { status: number; sent: FormState | undefined }) {
  return (
    <>
      <FormHead title={TITLE} errors={sent?.errors} />
      <PageHeader title={TITLE} isWork />
      <div className="wrap grid gap-4 pb-16">
        {status === 401 ? <SignInAgain /> : <Unavailable />}
        {sent && (
          <OwnedForm id={FORM_ID}>
            {Object.entries(sent.defaultValues).map(([name, value]) => (
              <input key={name} type="hidden" name={name} value={String(value)} />
            ))}
            <p className="mb-4">Your answers are kept on this page.</p>
            <Button busyText="Sending...">Send Them Again</Button>
          </OwnedForm>
        )}
      </div>
    </>
  );
}

/** The candidates of a requirement, for its company: every card, and one form to answer about all of them. */
export default function CandidatesPage({ loaderData, actionData }: Route.ComponentProps) {
  const { answer: found } = loaderData;
  if (!found.ok) return <CandidatesAway status={found.status} sent={actionData} />;
  const { frame, entries, withdrawn, withdrawn_at } = found.value;
  // What was chosen stays with whoever may not answer any more.
  const mayAnswer = found.value.may_answer || actionData !== undefined;
  const cards = (
    <ul className="records cards">
      {entries.map((candidate) => (
        <ShownCandidateItem key={candidate.id} candidate={candidate} mayAnswer={mayAnswer} sent={actionData} />
      ))}
    </ul>
  );
  return (
    <>
      <FormHead title={`${TITLE}: ${frame.job_title}`} errors={actionData?.errors} />
      <RequirementFrame side="company" head={frame} tab="candidates">
        <PipelineNumbers counts={frame.candidates} positions={frame.positions_count} side="company" />
        {withdrawn > 0 && (
          <p>
            Withdrawn or taken back so far: {withdrawn}
            <Dated words=", last on" value={withdrawn_at} />.
          </p>
        )}
        {entries.length === 0 && withdrawn === 0 && (
          <p className="empty">
            {isEditable(frame.status)
              ? "Nobody is shown yet. Your recruiter asks each person first, and shows you who has agreed."
              : "Nobody was shown."}
          </p>
        )}
        {entries.length > 0 && !isEditable(frame.status) && (
          <p className="empty">
            It is {labelOf(statuses, frame.status).toLowerCase()}, and nothing is to be answered any more. Write to us
            in its <a href={requirementPathFor("company", frame.id, "messages")}>messages</a>.
          </p>
        )}
        {entries.length > 0 && !mayAnswer && cards}
        {entries.length > 0 && mayAnswer && (
          <OwnedForm id={FORM_ID} className="grid gap-6" noValidate>
            {cards}
            <p className="no-print">
              <Button busyText="Sending...">{entries.length === 1 ? "Send Answer" : "Send Answers"}</Button>
            </p>
          </OwnedForm>
        )}
      </RequirementFrame>
    </>
  );
}
