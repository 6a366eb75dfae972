import { createContext } from "react-router";
import type { Route } from "./+types/export";
import { titled } from "~/lib/format/titles";
import { candidateNotices } from "~/features/candidates/notices";
import { exportCandidate } from "~/features/candidates/team/record/candidate.server";
import { candidatePath } from "~/features/candidates/team/finding/filters";
import { NO_ENTRIES } from "~/lib/forms/form";
import { formResponse } from "~/lib/forms/form.server";
import type { Context } from "~/lib/http/context";
import { jsonFile } from "~/lib/http/json-file";
import { notify } from "~/lib/http/notice.server";
import { isActionLimited } from "~/lib/limits/rate-limit.server";
import { logFailure } from "~/lib/observe/log.server";
import type { Failure, Result } from "~/lib/result";
import { loadCandidateQuestion } from "~/pages/candidate-question";
import { requireChanged, requireId, requireUserId } from "~/pages/page";
import { Button, ButtonLink } from "~/ui/forms/button";
import { OwnedForm } from "~/ui/forms/owned-form";
import { Unavailable } from "~/ui/layout/unavailable";
import { WorkPage } from "~/ui/layout/work/work-page";

const TITLE = "Export a candidate";

/** Why there is no file, for the page that says so. */
const refusedContext = createContext<Failure>();

/** All that is kept of somebody; the database says who may take it along, and logs it. */
async function exportRecord(context: Context, id: string): Promise<Result<unknown>> {
  const actor = await requireUserId(context);
  if (!actor.ok) return actor;
  if (await isActionLimited(context, actor.value)) return { ok: false, message: "too_busy", status: 429 };
  const taken = await exportCandidate(context, id);
  return taken.ok && taken.value === null ? { ok: false, message: "candidate_not_found", status: 404 } : taken;
}

/** A post answers with the file; what is refused comes back as the page. */
const asFile: Route.MiddlewareFunction = async ({ request, params, context }, next) => {
  if (request.method !== "POST") return next();
  const taken = await exportRecord(context, requireId(params.id ?? ""));
  if (!taken.ok) {
    context.set(refusedContext, taken);
    return next();
  }
  return jsonFile(taken.value, "candidate.json");
};

export const middleware: Route.MiddlewareFunction[] = [asFile];

export const meta = () => [{ title: titled(TITLE) }];

export function loader({ params, url, context }: Route.LoaderArgs) {
  return loadCandidateQuestion(context, url, params.id);
}

/** Reached only by what was refused. */
export function action({ context }: Route.ActionArgs) {
  const refused = requireChanged(context.get(refusedContext));
  logFailure(context, refused, "candidate not exported");
  notify(context, candidateNotices.notDone(refused));
  return formResponse(NO_ENTRIES, refused.status);
}

/** Asks once before all of somebody is taken along. */
export default function CandidateExportPage({ loaderData: { person } }: Route.ComponentProps) {
  return (
    <WorkPage title={TITLE} className="form-column grid gap-5">
      {!person && <Unavailable />}
      {person && (
        <>
          <p>
            A file with everything we keep about <bdi className="font-semibold">{person.full_name}</bdi>, notes too: for
            them, when they ask for it. The activity log notes the download.
          </p>
          <OwnedForm className="actions">
            <Button name="intent" value="export">
              Export All of It
            </Button>
            <ButtonLink href={candidatePath(person.id)} variant="outline">
              Back
            </ButtonLink>
          </OwnedForm>
        </>
      )}
    </WorkPage>
  );
}
