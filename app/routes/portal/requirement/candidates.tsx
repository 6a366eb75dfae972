import type { Route } from "./+types/candidates";
import { SEAL_WORDS } from "~/features/candidates/card";
import { fieldOf, readAnswers, withoutSent, wrongOf, type Answer } from "~/features/candidates/client/answers";
import {
  answerCandidates,
  loadOwnCandidates,
  undoAnswer,
  type OwnCandidates,
} from "~/features/candidates/client/candidates.server";
import { answerNotices } from "~/features/candidates/client/notices";
import { AnsweredItem, isWaiting, ShownCard } from "~/features/candidates/client/shown-candidate";
import { loadRequirementFrame, type Frame } from "~/features/requirements/frame/frame.server";
import { PipelineNumbers } from "~/features/requirements/frame/pipeline-numbers";
import { RequirementFrame, requirementPathFor } from "~/features/requirements/frame/requirement-frame";
import { isEditable, statuses } from "~/features/requirements/statuses";
import { formResponse } from "~/lib/forms/form.server";
import { FORM_ID, NO_ENTRIES, textOf, type FormState } from "~/lib/forms/form";
import { formContext, type Context } from "~/lib/http/context";
import { isRowId, labelOf } from "~/lib/schema/fields";
import type { Failure, Result } from "~/lib/result";
import { formPageMeta } from "~/lib/http/meta";
import { isFormLimited } from "~/lib/limits/rate-limit.server";
import { makeChange } from "~/pages/change";
import { forbiddenReason, loadClientPage, requireOwn, requireOwnId } from "~/pages/client";
import { withStatus } from "~/pages/page";
import { Button } from "~/ui/forms/button";
import { FormHead } from "~/ui/forms/form-head";
import { OwnedForm } from "~/ui/forms/owned-form";
import { SignInAgain } from "~/ui/forms/sign-in-again";
import { Part } from "~/ui/layout/part";
import { PageHeader } from "~/ui/layout/page-header";
import { Unavailable } from "~/ui/layout/unavailable";
import { Dated, DueDay } from "~/ui/pieces/moment";
import { requireAsked } from "~/lib/http/fetch-metadata";

const TITLE = "Candidates";

export const meta = () => formPageMeta(TITLE, "The candidates your recruiter shows you, and your answers.");

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

/** What is said beside the answer that a refusal is about, where it is about one. */
const BESIDE: Readonly<Record<string, readonly ["verdict" | "reason", string]>> = {
  stale: ["verdict", "A colleague has answered meanwhile. Your choice is kept: send it again to replace theirs"],
  reason_missing: ["reason", "Enter since when you know this person, and from whom"],
};

type Given = {
  /** How many answers that made, and those that were taken. */
  made: number;
  taken: readonly Answer[];
};

/**
 * Answers about each card by itself: what is wrong with one is said beside it, and keeps nobody from the others.
 *
 * @param state the form, with what is wrong beside which field
 */
async function answer(context: Context, id: string, answers: readonly Answer[], state: FormState) {
  let rest = answers;
  let refused: Failure | undefined;
  while (rest.length > 0) {
    const given = await answerCandidates(context, id, rest);
    if (given.ok) return { ok: true as const, value: { made: given.value ?? 0, taken: rest } satisfies Given, refused };
    const { message, about } = given;
    const [field, words] = BESIDE[message] ?? [];
    if (field && about) state.errors[fieldOf(field, about)] = { type: "validation", message: words! };
    // Somebody who was shown and is not any more is no page that is not there.
    refused = message === "entry_not_found" ? { ...given, status: 409 as const } : given;
    const others = rest.filter(({ entry }) => entry !== about);
    if (others.length === rest.length || (!field && message !== "entry_not_found")) break;
    rest = others;
  }
  return refused ?? { ok: false as const, message: "answers_incomplete", status: 400 as const };
}

/** Takes the answers about all cards of a form in one post, or undoes one. */
export async function action({ params, url, context }: Route.ActionArgs) {
  const id = await requireOwnId(context, url, params.id);
  const body = context.get(formContext);
  const path = requirementPathFor("company", id, "candidates");
  if (body.get("intent") === "undo") {
    const said = textOf(body.get("answer"));
    if (!isRowId(said)) return formResponse(NO_ENTRIES, 400);
    return makeChange(context, {
      state: NO_ENTRIES,
      act: async () => {
        const undone = await undoAnswer(context, id, said);
        return requireOwn(context, await forbiddenReason(context, undone));
      },
      failed: "answer not undone",
      notDone: answerNotices.notUndone,
      done: (wasThere) => ({ notice: answerNotices.undone(wasThere === true), path }),
    });
  }
  const { answers, state } = readAnswers(body);
  if (answers.length === 0) return formResponse(state, 400);
  let taken: readonly Answer[] = [];
  return makeChange(context, {
    state,
    act: async () => {
      const given = await answer(context, id, answers, state);
      if (!given.ok) return requireOwn(context, await forbiddenReason(context, given));
      ({ taken } = given.value);
      const isIncomplete = wrongOf(state).size > 0 || given.refused;
      if (!isIncomplete) return given;
      const { message, status } = given.refused ?? { message: "answers_incomplete", status: 400 as const };
      return { ok: false as const, message, status, state: withoutSent(state, taken) };
    },
    failed: "candidates not answered",
    notDone: (failure) => answerNotices.notAnswered(failure, taken.length),
    done: ({ made }) => {
      const questions = taken.filter(({ question }) => question !== null).length;
      return { notice: answerNotices.answered(made, questions), path };
    },
    limit: isFormLimited,
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

/** The candidates of a requirement, for its company: who waits for an answer first, in one form; the others a line each. */
export default function CandidatesPage({ loaderData, actionData }: Route.ComponentProps) {
  const { answer: found } = loaderData;
  if (!found.ok) return <CandidatesAway status={found.status} sent={actionData} />;
  const { frame, entries, withdrawn, withdrawn_at } = found.value;
  const sent = actionData;
  // What was chosen stays with whoever may not answer any more.
  const mayAnswer = found.value.may_answer || sent !== undefined;
  const isOpen = isEditable(frame.status);
  const waiting = entries.filter(isWaiting);
  const others = entries.filter((candidate) => !isWaiting(candidate));
  const cards = (
    <ul className="person-cards">
      {waiting.map((candidate) => (
        <li key={candidate.id}>
          <ShownCard {...{ candidate, mayAnswer, sent }} />
        </li>
      ))}
    </ul>
  );
  const send = (
    <p className="no-print">
      <Button busyText="Sending...">{waiting.length === 1 ? "Send Answer" : "Send Answers"}</Button>
    </p>
  );
  return (
    <>
      <FormHead title={`${TITLE}: ${frame.job_title}`} errors={sent?.errors} />
      <RequirementFrame side="company" head={frame} tab="candidates" isWide>
        {entries.length === 0 && withdrawn === 0 && (
          <p className="empty">
            {isOpen
              ? "No candidates yet. Your recruiter asks each person first, and shows you those who agree."
              : "No candidates were shown."}
          </p>
        )}
        {waiting.length > 0 && (
          <Part id="waiting" title={`To answer (${waiting.length})`}>
            <p className="mb-4">
              {mayAnswer ? "Please answer" : "Your company answers"}
              {frame.candidates.answer_by && (
                <>
                  {" by "}
                  <DueDay value={frame.candidates.answer_by} />
                </>
              )}
              {frame.recruiter && (
                <>
                  . Chosen for you by <bdi>{frame.recruiter.display_name}</bdi>
                </>
              )}
              .
            </p>
            {mayAnswer ? (
              <OwnedForm id={FORM_ID} className="grid gap-6" noValidate>
                {cards}
                {send}
              </OwnedForm>
            ) : (
              cards
            )}
          </Part>
        )}
        {entries.length > 0 && !isOpen && (
          <p className="empty">
            This requirement is {labelOf(statuses, frame.status).toLowerCase()}, so no answer is needed. Write to us in
            its <a href={requirementPathFor("company", frame.id, "messages")}>messages</a>.
          </p>
        )}
        {others.length > 0 && (
          <Part id="answered" title={isOpen ? `Answered (${others.length})` : `Shown (${others.length})`}>
            <ul className="records">
              {others.map((candidate) => (
                <AnsweredItem
                  key={candidate.id}
                  {...{ candidate, mayAnswer, sent }}
                  send={
                    <p className="no-print">
                      <Button busyText="Sending...">Send Answer</Button>
                    </p>
                  }
                />
              ))}
            </ul>
          </Part>
        )}
        {entries.length > 0 && <p className="hint">{SEAL_WORDS}</p>}
        {withdrawn > 0 && (
          <p>
            Withdrawn so far: {withdrawn}
            <Dated words=", last on" value={withdrawn_at} />.
          </p>
        )}
        <PipelineNumbers counts={frame.candidates} positions={frame.positions_count} side="company" />
      </RequirementFrame>
    </>
  );
}
