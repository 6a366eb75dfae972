import { renderToStaticMarkup } from "react-dom/server";
import type { Route } from "./+types/draft-saving";
import { isGone, saveAsDraft } from "~/features/requirements/drafts/acts.server";
import { requirementNotices } from "~/features/requirements/notices";
import { DraftConflicts } from "~/features/requirements/drafts/parts";
import type { Meanwhile } from "~/features/requirements/drafts/on-page";
import { draftEntries } from "~/features/requirements/form/draft-entries";
import type { MeanwhileOnPage, SaveResponse } from "~/lib/forms/draft-saving";
import { formContext } from "~/lib/http/context";
import { logFailure } from "~/lib/observe/log.server";
import { isScriptTooBusy } from "~/lib/limits/rate-limit.server";
import type { Failure } from "~/lib/result";
import { forbiddenReason } from "~/pages/client";
import { authCallback } from "~/pages/portal";
import { requireUserId } from "~/pages/page";

export const middleware: Route.MiddlewareFunction[] = [authCallback];

function answer(body: SaveResponse, status = 200): Response {
  return Response.json(body, { status });
}

function refuse(failure: Failure, more: Partial<SaveResponse> = {}): Response {
  return answer({ refused: requirementNotices.notDone(failure).text, ...more }, failure.status);
}

/** What somebody else has saved, as the form's page shows it and takes it over. */
function onPage(meanwhile: Meanwhile): MeanwhileOnPage {
  const { saved, conflicts, marks } = meanwhile;
  const entries = draftEntries(saved.entries);
  return {
    html: renderToStaticMarkup(<DraftConflicts meanwhile={meanwhile} />),
    theirs: Object.fromEntries(meanwhile.theirs.map((field) => [field, entries[field]!])),
    marks,
    saved: { version: saved.version, marks: saved.marks },
    isHarmless: conflicts.length === 0,
  };
}

/** There is nothing to look at. */
export function loader() {
  return new Response(null, { status: 404 });
}

/** Saves the requirement form as a draft, for a script that goes on with the page (enhance/requirement-form/draft). */
export async function action({ context }: Route.ActionArgs) {
  const actor = await requireUserId(context);
  if (!actor.ok) return refuse(actor);
  if (await isScriptTooBusy(context, actor.value)) return refuse({ ok: false, message: "too_busy", status: 429 });
  const saved = await saveAsDraft(context, context.get(formContext), actor.value);
  if (saved.ok) return answer({ version: saved.version, marks: saved.marks });
  const failure = await forbiddenReason(context, saved.failure);
  logFailure(context, failure, "draft not saved");
  if (isGone(saved)) return refuse(failure, { next: crypto.randomUUID() });
  return refuse(failure, saved.meanwhile ? { meanwhile: onPage(saved.meanwhile) } : {});
}
