import type { Route } from "./+types/record";
import { AddToRequirement } from "~/features/candidates/team/finding/add-ticked";
import { loadOwnRequirements } from "~/features/candidates/team/finding/adding.server";
import { readRecordAct } from "~/features/candidates/team/record/candidate-acts.server";
import { loadWithSimilar } from "~/features/candidates/team/record/candidate.server";
import { candidateNotices } from "~/features/candidates/notices";
import { candidatePath, listPath, mergePath } from "~/features/candidates/team/finding/filters";
import { KeepForm, NeverForms } from "~/features/candidates/team/record/record-forms";
import { ConsentList, RecordSheet, WhereShown } from "~/features/candidates/team/record/record-parts";
import { TalkForm, TalkList } from "~/features/candidates/team/talk-parts";
import { SimilarList } from "~/features/candidates/team/record/similar-list";
import { everyName } from "~/features/team/names";
import { NO_ENTRIES, sentText } from "~/lib/forms/form";
import { formResponse } from "~/lib/forms/form.server";
import { formContext } from "~/lib/http/context";
import { askAll } from "~/lib/result";
import { makeChange } from "~/pages/change";
import { loadTeamRecord } from "~/pages/team";
import { requireId, withStatus } from "~/pages/page";
import { ButtonLink } from "~/ui/forms/button";
import { FormHead } from "~/ui/forms/form-head";
import { SignInAgain } from "~/ui/forms/sign-in-again";
import { UnsentForm } from "~/ui/forms/unsent-form";
import { PageHeader } from "~/ui/layout/page-header";
import { Part } from "~/ui/layout/part";
import { Unavailable } from "~/ui/layout/unavailable";
import { Dated } from "~/ui/pieces/moment";
import { Reach } from "~/ui/pieces/reach";

export const handle = { hasForm: true };

export async function loader({ params, url, context }: Route.LoaderArgs) {
  const id = requireId(params.id);
  const page = await loadTeamRecord(context, url, async () => {
    const found = await askAll({ record: loadWithSimilar(context, id), requirements: loadOwnRequirements(context) });
    if (!found.ok) return found;
    const { record, requirements } = found.value;
    return { ok: true, value: record && { ...record, requirements } };
  });
  return withStatus({ ...page, id, path: candidatePath(id) });
}

/** Talks, a requirement that they are added to, who must not learn of them, and the question whether we may keep them. */
export async function action({ params, context }: Route.ActionArgs) {
  const id = requireId(params.id);
  const act = await readRecordAct(context, id, context.get(formContext));
  if (!act?.perform) return formResponse(act?.state ?? NO_ENTRIES, 400);
  return makeChange(context, {
    state: act.state,
    act: act.perform,
    failed: "candidate not changed",
    notDone: candidateNotices.notDone,
    done: ({ notice, tells }) => ({ notice, path: candidatePath(id), hasMail: tells !== undefined }),
  });
}

/** A candidate: what is known, where they were shown, what they have said. */
export default function CandidatePage({ loaderData, actionData }: Route.ComponentProps) {
  const { answer, path, id, account } = loaderData;
  const found = answer.ok ? answer.value : null;
  const title = found?.candidate.full_name ?? "Candidate";
  const names = everyName(loaderData);
  const talkSent = actionData && "said" in actionData.defaultValues ? actionData : undefined;
  return (
    <div className="pb-16">
      <FormHead title={title} errors={actionData?.errors} />
      <PageHeader title={title} {...(found?.candidate.headline ? { lead: found.candidate.headline } : {})} isWork>
        <div className="row-forms">
          <a href={listPath}>All candidates</a>
          {found && (
            <ButtonLink href={`${path}/edit`} variant="outline">
              Edit
            </ButtonLink>
          )}
        </div>
      </PageHeader>
      {!found && (
        <div className="wrap form-column grid gap-6">
          {!answer.ok && answer.status === 401 ? <SignInAgain /> : <Unavailable />}
          {talkSent && <TalkForm candidate={id} next={null} names={names} sent={talkSent} />}
          {actionData && "named" in actionData.defaultValues && (
            <NeverForms never={[]} employer={null} sent={actionData} />
          )}
          {actionData && sentText(actionData, "requirement") && (
            <UnsentForm sent={actionData} intent="add-to" button="Add to a Requirement">
              <p>It is not done yet.</p>
            </UnsentForm>
          )}
        </div>
      )}
      {found && (
        <div className="wrap record candidate-record">
          <div className="grid gap-8">
            {found.similar.length > 0 && (
              <Part id="similar" title="May be the same person as" heading="text-lg" className="found">
                <SimilarList
                  similar={found.similar}
                  act={({ id, why, is_confirmed, full_name }) =>
                    why === "address" &&
                    (is_confirmed || found.candidate.email_confirmed_at !== null) && (
                      // The one whose address is proved stays.
                      <a href={is_confirmed ? mergePath(id, found.candidate.id) : mergePath(found.candidate.id, id)}>
                        Make one record of both <bdi className="sr-only">{full_name}</bdi>
                      </a>
                    )
                  }
                />
                {found.similar.some(({ why }) => why !== "address") && (
                  <p className="hint">
                    To merge them, enter the same e-mail address in both: only then are they one person's.
                  </p>
                )}
              </Part>
            )}
            {found.candidate.erase_at && (
              <p className="late">
                They want everything about them deleted, by the link on their phone:{" "}
                <Dated words="it is gone on" value={found.candidate.erase_at} hasTime end="." /> Until then they can
                undo it.
              </p>
            )}
            <p className="max-w-none">
              <Reach email={found.candidate.email} phone={found.candidate.phone} />
            </p>
            <Part id="talks" title="Talks" heading="ruled">
              <TalkForm candidate={found.candidate.id} next={found.next} names={names} sent={talkSent} />
              <TalkList talks={found.talks} names={names} />
            </Part>
            <Part id="shown" title="In process for" heading="ruled">
              <WhereShown entries={found.entries} names={names} />
              <AddToRequirement requirements={found.requirements} error={actionData?.errors["requirement"]?.message} />
            </Part>
            <RecordSheet record={found.candidate} />
            <details className="fold">
              <summary>Questions and answers</summary>
              <ConsentList {...found} names={names} />
            </details>
          </div>
          <div className="beside grid gap-8">
            <Part id="keep" title="Consent to keep them" heading="ruled">
              <KeepForm found={found} />
            </Part>
            <Part id="never" title="Must not be shown to" heading="ruled">
              <NeverForms never={found.never} employer={found.candidate.employer} sent={actionData} />
            </Part>
            {account?.team?.mayExport && (
              <p className="actions">
                <a href={`${path}/export`}>Export</a> <a href={`${path}/erase`}>Erase</a>
              </p>
            )}
          </div>
        </div>
      )}
    </div>
  );
}
