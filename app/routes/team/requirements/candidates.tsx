import type { Route } from "./+types/candidates";
import { inChargeWords } from "~/features/team/names";
import { candidateNotices } from "~/features/candidates/notices";
import { enteredOf } from "~/features/candidates/schema";
import { FindLink, HowForm, ShortForm } from "~/features/candidates/team/shortlist/add-forms";
import { EntryList } from "~/features/candidates/team/shortlist/entry-list";
import { OpenEntry } from "~/features/candidates/team/shortlist/entry-open";
import { candidatePath, entryAnchor, entryPath, typedPath } from "~/features/candidates/team/finding/filters";
import { Resubmit } from "~/features/candidates/team/shortlist/resubmit";
import { readTelephoneAct } from "~/features/candidates/team/shortlist/telephone-acts.server";
import { readAct } from "~/features/candidates/team/shortlist/shortlist-acts.server";
import {
  findSimilar,
  loadShortlist,
  type Shortlist,
  type Similar,
} from "~/features/candidates/team/shortlist/shortlist.server";
import { readApplicantAct } from "~/features/applications/team/applicant-acts.server";
import { ApplicantList } from "~/features/applications/team/applicant-list";
import { wordsToRead } from "~/features/applications/team/chosen-words.server";
import { STANDARD_WORDS } from "~/features/applications/team/standard-words";
import { applicantsSearch, OPENED_ANCHOR, readPage, TURNED_DOWN_KEY } from "~/features/applications/team/applicants";
import { loadApplicants, type Applicants } from "~/features/applications/team/applicants.server";
import { loadTemplate, loadTemplateTitles } from "~/features/inbox/templates/templates.server";
import { loadRequirementFrame, type Frame } from "~/features/requirements/frame/frame.server";
import { differenceWords } from "~/features/requirements/frame/positions";
import { PipelineNumbers } from "~/features/requirements/frame/pipeline-numbers";
import { RequirementFrame, requirementPathFor } from "~/features/requirements/frame/requirement-frame";
import { statuses } from "~/features/requirements/statuses";
import { everyName } from "~/features/team/names";
import { NO_ENTRIES } from "~/lib/forms/form";
import { formResponse } from "~/lib/forms/form.server";
import { labelOf } from "~/lib/schema/fields";
import { formContext, type Context } from "~/lib/http/context";
import { pathWith } from "~/lib/http/path";
import { formPageMeta } from "~/lib/http/meta";
import { notify } from "~/lib/http/notice.server";
import type { Result } from "~/lib/result";
import { NobodyThere, RESEND } from "~/features/clients/nobody-there";
import { resendInvitationFrom } from "~/pages/audience";
import { makeChange } from "~/pages/change";
import { loadTeamRecord } from "~/pages/team";
import { requireId, withStatus } from "~/pages/page";
import { FormHead } from "~/ui/forms/form-head";
import { SignInAgain } from "~/ui/forms/sign-in-again";
import { PageHeader } from "~/ui/layout/page-header";
import { Part } from "~/ui/layout/part";
import { Unavailable } from "~/ui/layout/unavailable";

export const handle = { hasForm: true };

const TITLE = "Candidates";

export const meta = () =>
  formPageMeta(TITLE, "Who is proposed for a requirement, who has agreed, and what the company answers.");

type Shown = Shortlist & {
  frame: Frame;
  similar: Similar[];
  applicants: Applicants;
  templates: { id: string; title: string }[];
  /** The words that a form asks to read before they are sent. */
  read: string | null;
};

/** The requirement's frame with its candidates, who has applied, and who may be the one that is entered. */
async function load(context: Context, id: string, page: string | null): Promise<Result<Shown | null>> {
  const body = context.get(formContext);
  const [frame, list, applicants, templates, similar, read] = await Promise.all([
    loadRequirementFrame(context, id),
    loadShortlist(context, id),
    loadApplicants(context, id, page),
    loadTemplateTitles(context),
    body.get("intent") === "add" ? findSimilar(context, enteredOf(body)) : undefined,
    wordsToRead(body, (template) => loadTemplate(context, template), STANDARD_WORDS.turned_down),
  ]);
  if (!frame.ok) return frame;
  if (frame.value === null) return { ok: true, value: null };
  if (!list.ok) return list;
  if (!applicants.ok) return applicants;
  const found = similar?.ok ? similar.value : [];
  const shown = {
    ...{ frame: frame.value, applicants: applicants.value, read },
    templates: templates.ok ? templates.value : [],
  };
  return { ok: true, value: { ...list.value, ...shown, similar: found } };
}

export async function loader({ params, url, context }: Route.LoaderArgs) {
  const id = requireId(params.id);
  const applicantsPage = readPage(url.searchParams);
  const page = await loadTeamRecord(context, url, () => load(context, id, applicantsPage));
  return withStatus({
    ...page,
    applicantsPage,
    isTurnedDown: url.searchParams.has(TURNED_DOWN_KEY),
    path: requirementPathFor("team", id, "candidates"),
    open: url.searchParams.get("open") ?? undefined,
  });
}

/** What is not there any more of a page that is. */
const GONE = ["entry_not_found", "candidate_not_found", "answer_not_found"];

/** Adds, asks, shows, marks: whatever a form of the page asks for, each as it was seen. */
export async function action({ params, url, context }: Route.ActionArgs) {
  const id = requireId(params.id);
  const body = context.get(formContext);
  const after = readPage(url.searchParams);
  if (body.get("intent") === RESEND) {
    return resendInvitationFrom(context, requirementPathFor("team", id, "candidates"));
  }
  const act =
    (await readApplicantAct(context, { requirement: id, after }, body, (template) =>
      loadTemplate(context, template),
    )) ??
    (await readTelephoneAct(context, id, body)) ??
    (await readAct(context, id, body));
  if (act && "isRead" in act && act.isRead) return formResponse(act.state, 200);
  if (!act?.perform) {
    if (act && Object.keys(act.state.errors).length === 0) {
      notify(context, act.notice ?? candidateNotices.noneTicked);
    }
    return formResponse(act?.state ?? NO_ENTRIES, 400);
  }
  const { perform } = act;
  return makeChange(context, {
    state: act.state,
    act: async (userId) => {
      const made = await perform(userId);
      return !made.ok && GONE.includes(made.message) ? { ...made, status: 409 } : made;
    },
    failed: "candidates not changed",
    notDone: async (failure) => {
      if (failure.about === undefined) return candidateNotices.notDone(failure);
      const [list, applicants] = await Promise.all([loadShortlist(context, id), loadApplicants(context, id, after)]);
      const about = list.ok ? list.value.entries.find((entry) => entry.id === failure.about) : undefined;
      const applicant = applicants.ok ? applicants.value.people.find((one) => one.id === failure.about) : undefined;
      return candidateNotices.notDone(failure, about?.candidate.full_name ?? applicant?.full_name);
    },
    done: ({ notice, open, tells }) => {
      const path = requirementPathFor("team", id, "candidates");
      const search = applicantsSearch(after);
      const told = { hasMail: tells !== undefined, requirements: tells === "both" ? [id] : [] };
      return { notice, path: open ? entryPath(path, open, search) : pathWith(path, search), ...told };
    },
  });
}

/** The candidates of a requirement, for the team: who has agreed, who waits, and what the company says. */
export default function RequirementCandidatesPage({ loaderData, actionData }: Route.ComponentProps) {
  const { answer, path, open, applicantsPage, isTurnedDown } = loaderData;
  if (!answer.ok) {
    return (
      <>
        <FormHead title={TITLE} errors={actionData?.errors} />
        <PageHeader title={TITLE} isWork />
        <div className="wrap form-column grid gap-6 pb-16">
          {answer.status === 401 ? <SignInAgain /> : <Unavailable />}
          <Resubmit sent={actionData} />
        </div>
      </>
    );
  }
  const list = answer.value;
  const { frame, entries, similar, applicants } = list;
  const names = everyName(loaderData);
  // What was typed for one that was closed meanwhile stays.
  const isAdding = actionData?.defaultValues["full_name"] !== undefined;
  const hasForms = list.is_open || isAdding;
  const difference =
    frame.status === "filled" ? differenceWords(frame.positions_filled, frame.candidates.joined) : undefined;
  return (
    <>
      <FormHead title={`${TITLE}: ${frame.job_title}, ${frame.company}`} errors={actionData?.errors} />
      <RequirementFrame
        side="team"
        head={{ ...frame, contact: list.contact }}
        tab="candidates"
        aside={
          hasForms && (
            <>
              <section id="add" aria-labelledby="adding" className="no-print grid gap-4">
                <h2 id="adding" className="ruled">
                  Add a candidate
                </h2>
                <FindLink requirement={frame.id} />
                <details className="fold" open={isAdding}>
                  <summary>Enter someone new</summary>
                  <ShortForm similar={similar} />
                </details>
              </section>
              <Part id="how" title="How they are shown" heading="ruled" className="no-print">
                <HowForm {...list} place={frame.location} />
              </Part>
            </>
          )
        }
      >
        <div className="pipeline">
          <PipelineNumbers counts={frame.candidates} positions={frame.positions_count} side="team" />
          {list.is_open && (
            <p className="to-add no-print">
              <a href="#add">Add a candidate</a>
            </p>
          )}
        </div>
        {!list.is_open && (
          <p className="empty">
            This requirement is {labelOf(statuses, frame.status).toLowerCase()}: you can't add, ask or show anyone. You
            can still mark what comes of those who were shown. {difference}
          </p>
        )}
        <p className="hint">
          {frame.recruiter && (
            <>
              <bdi>{inChargeWords(frame.recruiter)}</bdi> is in charge.
            </>
          )}
          {!frame.recruiter &&
            list.is_open &&
            "No recruiter is in charge yet. The first to ask or show a candidate takes charge."}
        </p>
        {entries.length === 0 && applicants.total === 0 && list.is_open && (
          <p className="empty">
            No candidates yet. Add one, choose what is on the card, and ask for their yes: nobody is shown without it.
          </p>
        )}
        {list.is_open && !list.shortlist.is_by_mail && (
          <NobodyThere
            audience={list.audience}
            then="say under “How they are shown” that the cards go by mail or on paper"
          />
        )}
        <ApplicantList
          applicants={applicants}
          company={frame.company}
          templates={list.templates}
          read={list.read}
          paths={{
            entry: (entry) =>
              `${pathWith(path, { ...applicantsSearch(applicantsPage), open: entry })}#${OPENED_ANCHOR}`,
            candidate: candidatePath,
            typed: typedPath,
            anchor: entryAnchor,
          }}
          path={path}
          page={applicantsPage}
          isTurnedDown={isTurnedDown}
          open={open}
          sent={actionData}
        />
        <EntryList
          list={list}
          sent={actionData}
          company={frame.company}
          names={names}
          path={path}
          open={open}
          opened={(entry) => (
            <OpenEntry entry={entry} list={list} company={frame.company} names={names} sent={actionData} />
          )}
        />
      </RequirementFrame>
    </>
  );
}
