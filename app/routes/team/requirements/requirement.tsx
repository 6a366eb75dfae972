import type { Route } from "./+types/requirement";
import type { Tables } from "~/lib/backend/database.types";
import { teamVoice, tell } from "~/features/requirements/history/history";
import { History } from "~/features/requirements/history/list";
import { AnswerFields } from "~/features/applications/team/answer-fields";
import { loadApplicants } from "~/features/applications/team/applicants.server";
import { chosenWords } from "~/features/applications/team/chosen-words.server";
import { toldOfEndWords } from "~/features/applications/team/notices";
import { loadTemplate, loadTemplateTitles } from "~/features/inbox/templates/templates.server";
import { requirementNotices } from "~/features/requirements/notices";
import { loadRequirementFrame } from "~/features/requirements/frame/frame.server";
import { isOfForm } from "~/features/requirements/origin";
import { differenceWords } from "~/features/requirements/frame/positions";
import { RequirementDetails } from "~/features/requirements/requirement-details";
import { PipelineNumbers } from "~/features/requirements/frame/pipeline-numbers";
import { RequirementFrame } from "~/features/requirements/frame/requirement-frame";
import { requirementPath } from "~/features/requirements/team/requirement-table";
import { changeStatus, loadTeamRequirement, setRecruiter } from "~/features/requirements/team/team.server";
import { recruiterKeys, recruiterSchema, statusKeys, statusSchema } from "~/features/requirements/team/work";
import { RecruiterForms, SentForm, StatusForms } from "~/features/requirements/team/work-forms";
import { isEditable, statusOf, type Status } from "~/features/requirements/statuses";
import { chargeWords, colleagues, everyName } from "~/features/team/names";
import { formContext, type Context } from "~/lib/http/context";
import { NO_ENTRIES } from "~/lib/forms/form";
import { formResponse } from "~/lib/forms/form.server";
import { peopleHave } from "~/lib/format/counts";
import { soonWords } from "~/lib/format/days";
import { preferredLocale } from "~/lib/format/locale";
import type { Notice } from "~/lib/http/notice.server";
import type { Result } from "~/lib/result";
import { changeByForm } from "~/pages/change";
import { loadTeamRecord } from "~/pages/team";
import { requireId, withStatus } from "~/pages/page";
import { ButtonLink } from "~/ui/forms/button";
import { FormHead } from "~/ui/forms/form-head";
import { PageHeader } from "~/ui/layout/page-header";
import { Moment } from "~/ui/pieces/moment";
import { Part } from "~/ui/layout/part";
import { Reach } from "~/ui/pieces/reach";
import { Unavailable } from "~/ui/layout/unavailable";

export async function loader({ params, request, url, context }: Route.LoaderArgs) {
  const [page, templates] = await Promise.all([
    loadTeamRecord(context, url, () => loadTeamRequirement(context, params.id)),
    loadTemplateTitles(context),
  ]);
  const locale = preferredLocale(request.headers.get("Accept-Language"));
  return withStatus({ ...page, locale, templates: templates.ok ? templates.value : [] });
}

/** So many of the last things that happened stand beside the details; the history has them all. */
const LATELY = 3;

/** What is said of one that is closed: who is told, and of one that is filled what of its candidates' marks does not fit. */
async function saidOfClosed(context: Context, id: string, status: Status, told: string | undefined): Promise<Notice> {
  const frame = status === "filled" ? await loadRequirementFrame(context, id) : undefined;
  const difference = frame?.ok
    ? frame.value && differenceWords(frame.value.positions_filled, frame.value.candidates.joined)
    : undefined;
  const said = [told, difference && `${difference} You can still mark who joins.`].filter(Boolean).join(" ");
  return said === "" ? requirementNotices.statusChanged : requirementNotices.closed(said);
}

/** Who is told that the job is over, before it is; undefined where nobody is. */
async function toldOfEnd(context: Context, id: string): Promise<string | undefined> {
  const found = await loadApplicants(context, id, null);
  return found.ok ? toldOfEndWords(found.value) : undefined;
}

/** Does what a form asks for, unless its version is stale: then nothing is saved, and the page shows what changed. */
export function action({ params, context }: Route.ActionArgs) {
  const id = requireId(params.id);
  const body = context.get(formContext);
  const refused = { failed: "requirement not changed", notDone: requirementNotices.notDone };
  const done = async (notice: Notice | Promise<Notice>) => ({
    notice: await notice,
    path: requirementPath(id),
    requirements: [id],
  });
  switch (body.get("intent")) {
    case "status":
      return changeByForm(context, [statusSchema, statusKeys], (values) => ({
        ...refused,
        // Whoever begins is in charge, unless the form says otherwise.
        act: async (userId): Promise<Result<string | undefined>> => {
          const words = await chosenWords(values, (template) => loadTemplate(context, template));
          if (!words.ok) return words;
          const recruiter = body.has("recruiter") ? values.recruiter : userId;
          const told = statusOf(values.status).isOpen ? undefined : await toldOfEnd(context, id);
          const changed = await changeStatus(context, id, { ...values, recruiter, words: words.value });
          return changed.ok ? { ok: true, value: told } : changed;
        },
        done: (told) => done(saidOfClosed(context, id, values.status, told)),
      }));
    case "recruiter":
      return changeByForm(context, [recruiterSchema, recruiterKeys], (values) => ({
        ...refused,
        act: () => setRecruiter(context, id, values),
        done: () => done(requirementNotices.recruiterNamed),
      }));
    default:
      return formResponse(NO_ENTRIES, 400);
  }
}

/** Who it is that is named as the one to ask. */
function askerTitle(requirement: Tables<"job_requirements">): string {
  if (isOfForm(requirement)) return "Named in the form (not proved)";
  if (requirement.source_contact_id !== null) return "Who asked for it (not proved)";
  return requirement.is_filed_by_team ? "Whom to ask" : "Who filed it";
}

/** A requirement, for the team: what was filed, who is in charge, its status, and what happened. */
export default function RequirementPage({ loaderData, actionData }: Route.ComponentProps) {
  const { answer: found, locale, userId } = loaderData;
  if (!found.ok) {
    return (
      <>
        <FormHead title="Requirement" errors={actionData?.errors} />
        <PageHeader title="Requirement" isWork />
        <div className="wrap form-column grid gap-6 pb-16">
          <Unavailable />
          {actionData && "version" in actionData.defaultValues && <SentForm sent={actionData} />}
        </div>
      </>
    );
  }
  const { requirement, company, joined, candidates, mailedAt, lastContact, members, events, itemId, sender } =
    found.value;
  const isByTeam = requirement.is_filed_by_team || isOfForm(requirement);
  const { currency } = requirement;
  const names = { ...members, ...everyName(loaderData) };
  const entries = tell(events.rows, { ...teamVoice(names), currency, locale });
  const filing = events.rows.find(({ type }) => type === "converted" || type === "created")?.actor;
  const filer = isByTeam && filing ? names[filing] : undefined;
  const seen = { version: requirement.version, since: entries[0]?.at ?? "" };
  const people = colleagues(loaderData.team);
  const acting = { userId, people, sent: actionData, ...seen };
  const since = actionData?.defaultValues["since"];
  const missed = typeof since === "string" ? entries.filter(({ at }) => at > since) : [];
  return (
    <>
      <FormHead title={`${requirement.job_title}, ${company}`} errors={actionData?.errors} />
      <RequirementFrame
        side="team"
        head={{ ...requirement, company }}
        tab="details"
        notice={
          missed.length > 0 && (
            <Part id="missed" title="What changed since you opened this page" heading="text-lg" className="empty">
              <History entries={missed} />
            </Part>
          )
        }
        aside={
          <>
            <Part id="sender" title={askerTitle(requirement)} heading="ruled">
              <p>
                <bdi>{sender.name ?? "No known person"}</bdi>
              </p>
              <p>
                <Reach {...sender} />
              </p>
              {filer !== undefined && (
                <p className="hint mt-2">
                  Filed by <bdi>{filer}</bdi>, of the team.
                </p>
              )}
            </Part>
            <Part id="recruiter" title="Recruiter" heading="ruled">
              <RecruiterForms
                recruiter={requirement.recruiter_id}
                name={
                  requirement.recruiter_id === null
                    ? undefined
                    : chargeWords(requirement.recruiter_id, loaderData.team, names)
                }
                {...acting}
              />
            </Part>
            <section aria-labelledby="status" className="no-print">
              <h2 id="status" className="ruled">
                Status
              </h2>
              <StatusForms
                status={requirement.status}
                positions={requirement.positions_count}
                joined={joined}
                isTaken={requirement.recruiter_id !== null}
                answer={
                  candidates.unanswered > 0
                    ? (status, sent) => (
                        <>
                          <AnswerFields
                            templates={loaderData.templates}
                            label={`${peopleHave(candidates.unanswered)} applied, and will be told`}
                            sent={sent}
                            of={`${status}_`}
                          />
                          <p className="hint">
                            Each of them is told by one mail {soonWords(mailedAt)}. You can&apos;t undo that.
                          </p>
                        </>
                      )
                    : undefined
                }
                {...acting}
              />
            </section>
            <details className="fold">
              <summary>What happened lately</summary>
              <History entries={entries.slice(0, LATELY)} />
            </details>
          </>
        }
      >
        <div className="pipeline">
          <PipelineNumbers counts={candidates} positions={requirement.positions_count} side="team" />
          {lastContact && (
            <p className="no-print mt-4">
              <ButtonLink href={`${requirementPath(requirement.id)}/find`}>Find People</ButtonLink>
            </p>
          )}
        </div>
        {candidates.unanswered > 0 && (
          <p>
            <a href={`${requirementPath(requirement.id)}/candidates#applied`}>
              {peopleHave(candidates.unanswered)} applied and {candidates.unanswered === 1 ? "waits" : "wait"} for an
              answer
            </a>
          </p>
        )}
        {lastContact && (
          <p className="hint">
            Last contact <Moment value={lastContact.at} hasTime />
            {lastContact.waits_for && `, waiting for ${lastContact.waits_for === "team" ? "us" : "the company"}`}.
          </p>
        )}
        {itemId !== null && (
          <p>
            <a href={`/team/inbox/${itemId}`}>Open in the inbox</a>
          </p>
        )}
        <RequirementDetails
          requirement={requirement}
          filled={requirement.positions_filled}
          closedReason={requirement.closed_reason}
          locale={locale}
        />
        {isEditable(requirement.status) && (
          <p className="actions">
            <ButtonLink href={`${requirementPath(requirement.id)}/edit`} variant="outline">
              Edit
            </ButtonLink>
          </p>
        )}
      </RequirementFrame>
    </>
  );
}
