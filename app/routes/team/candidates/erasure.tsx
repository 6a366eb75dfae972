import type { Route } from "./+types/erasure";
import { titled } from "~/lib/format/titles";
import { candidateNotices } from "~/features/candidates/notices";
import { eraseCandidate } from "~/features/candidates/team/record/candidate.server";
import { candidatePath, listPath } from "~/features/candidates/team/finding/filters";
import { NO_ENTRIES } from "~/lib/forms/form";
import { loadCandidateQuestion } from "~/pages/candidate-question";
import { makeChange } from "~/pages/change";
import { requireId } from "~/pages/page";
import { Button, ButtonLink } from "~/ui/forms/button";
import { OwnedForm } from "~/ui/forms/owned-form";
import { Unavailable } from "~/ui/layout/unavailable";
import { WorkPage } from "~/ui/layout/work/work-page";

const TITLE = "Erase a candidate";

export const meta = () => [{ title: titled(TITLE) }];

export function loader({ params, url, context }: Route.LoaderArgs) {
  return loadCandidateQuestion(context, url, params.id);
}

/** Deletes all that is about somebody. */
export async function action({ params, context }: Route.ActionArgs) {
  const id = requireId(params.id);
  return makeChange(context, {
    state: NO_ENTRIES,
    act: () => eraseCandidate(context, id),
    failed: "candidate not erased",
    notDone: candidateNotices.notDone,
    done: () => ({ notice: candidateNotices.erased, path: listPath }),
  });
}

/** Asks once before all of somebody is deleted. */
export default function CandidateErasurePage({ loaderData: { person } }: Route.ComponentProps) {
  return (
    <WorkPage title={TITLE} className="form-column grid gap-5">
      {!person && <Unavailable />}
      {person && (
        <>
          <p>
            Everything we keep about <bdi className="font-semibold">{person.full_name}</bdi> is deleted: the record,
            notes, cards, their answers and the companies' answers. All other records with the same address are deleted
            too. No company sees them any more. It can&apos;t be undone.
          </p>
          <OwnedForm className="actions">
            <Button variant="danger" name="intent" value="erase" busyText="Erasing...">
              Erase All of It
            </Button>
            <ButtonLink href={candidatePath(person.id)} variant="outline">
              Keep
            </ButtonLink>
          </OwnedForm>
        </>
      )}
    </WorkPage>
  );
}
