import { data, redirect } from "react-router";
import type { Route } from "./+types/candidate-erasure";
import { titled } from "~/content/company";
import { candidateMessages } from "~/features/candidates/messages";
import { eraseCandidate } from "~/features/candidates/team/candidate.server";
import { candidatePath, listPath } from "~/features/candidates/team/filters";
import { NO_ENTRIES } from "~/lib/forms/form";
import { formResponse } from "~/lib/forms/form.server";
import { notify } from "~/lib/http/toast.server";
import { isActionLimited } from "~/lib/limits/rate-limit.server";
import { logFailure } from "~/lib/observe/log.server";
import { loadCandidateQuestion } from "~/pages/candidate-question";
import { requireChanged, requireId, requireUserId, team } from "~/pages/team";
import { Button, ButtonLink } from "~/ui/forms/button";
import { PageHeader } from "~/ui/layout/page-header";
import { Unavailable } from "~/ui/layout/unavailable";

export const handle = { isPrivate: true };

export const middleware: Route.MiddlewareFunction[] = [team];

const TITLE = "Erase a candidate";

export function meta() {
  return [{ title: titled(TITLE) }];
}

export async function loader({ params, url, context }: Route.LoaderArgs) {
  const { status, ...page } = await loadCandidateQuestion(context, url, params.id);
  return data(page, { status });
}

/** Deletes all that is about somebody. */
export async function action({ params, context }: Route.ActionArgs) {
  const id = requireId(params.id);
  const actor = await requireUserId(context);
  if (actor.ok && (await isActionLimited(context, actor.value))) return formResponse(NO_ENTRIES, 429);
  const erased = actor.ok ? requireChanged(await eraseCandidate(context, id)) : actor;
  if (!erased.ok) {
    logFailure(context, erased, "candidate not erased");
    notify(context, candidateMessages.notDone(erased));
    return formResponse(NO_ENTRIES, erased.status);
  }
  notify(context, candidateMessages.erased);
  return redirect(listPath, 303);
}

/** Asks once before all of somebody is deleted. */
export default function CandidateErasurePage({ loaderData: { person } }: Route.ComponentProps) {
  return (
    <div className="pb-16">
      <PageHeader title={TITLE} isWork />
      <div className="wrap form-column grid gap-5">
        {!person && <Unavailable />}
        {person && (
          <>
            <p>
              All that is kept of <bdi className="font-semibold">{person.full_name}</bdi> is deleted: the record, notes,
              cards, what they have said, and what companies have answered; and so are all other records of the same
              address. Companies that see them see them no more. It can&apos;t be undone.
            </p>
            <form method="post" className="actions">
              <Button variant="danger" name="intent" value="erase" busyText="Erasing...">
                Erase all of it
              </Button>
              <ButtonLink href={candidatePath(person.id)} variant="outline">
                Keep
              </ButtonLink>
            </form>
          </>
        )}
      </div>
    </div>
  );
}
