import type { Route } from "./+types/advert";
import { z } from "zod";
import { jobTexts } from "~/content/jobs/texts";
import { JobArticle } from "~/features/adverts/job/article";
import { loadOwnAdvert, nameAdvert, takeDownAdvert, type OwnAdvert } from "~/features/adverts/client/advert.server";
import { OwnAdvertActs } from "~/features/adverts/client/own-advert";
import { ownAdvertNotices } from "~/features/adverts/notices";
import { loadRequirementFrame, type Frame } from "~/features/requirements/frame/frame.server";
import { RequirementFrame, requirementPathFor } from "~/features/requirements/frame/requirement-frame";
import { NO_ENTRIES } from "~/lib/forms/form";
import { formResponse } from "~/lib/forms/form.server";
import { formContext, type Context } from "~/lib/http/context";
import { isFormLimited } from "~/lib/limits/rate-limit.server";
import { askAll, type Result } from "~/lib/result";
import { seenVersion } from "~/lib/schema/fields";
import { changeByForm } from "~/pages/change";
import { forbiddenReason, loadClientPage, requireOwn, requireOwnId } from "~/pages/client";
import { withStatus } from "~/pages/page";
import { FormHead } from "~/ui/forms/form-head";
import { UnavailablePage } from "~/ui/layout/unavailable";

const seenSchema = z.object({ version: seenVersion });

/** What a company may do with an advert, each with what it is told. */
const ACTS = {
  name: [(context: Context, id: string, seen: number) => nameAdvert(context, id, seen, true), ownAdvertNotices.named],
  unname: [
    (context: Context, id: string, seen: number) => nameAdvert(context, id, seen, false),
    ownAdvertNotices.unnamed,
  ],
  "take-down": [takeDownAdvert, ownAdvertNotices.takenDown],
} as const;

type Page = { frame: Frame; advert: OwnAdvert };

async function load(context: Context, id: string): Promise<Result<Page | null>> {
  const found = await askAll({ frame: loadRequirementFrame(context, id), advert: loadOwnAdvert(context, id) });
  if (!found.ok) return found;
  const { frame, advert } = found.value;
  return { ok: true, value: frame && advert && { frame, advert } };
}

export async function loader({ params, url, context }: Route.LoaderArgs) {
  const id = await requireOwnId(context, url, params.id);
  return withStatus(await loadClientPage(context, url, () => load(context, id)));
}

export async function action({ params, url, context }: Route.ActionArgs) {
  const id = await requireOwnId(context, url, params.id);
  const intent = context.get(formContext).get("intent");
  if (intent !== "name" && intent !== "unname" && intent !== "take-down") return formResponse(NO_ENTRIES, 400);
  const [act, notice] = ACTS[intent];
  return changeByForm(context, [seenSchema], ({ version }) => ({
    act: async () => requireOwn(context, await forbiddenReason(context, await act(context, id, version))),
    failed: "advert not changed",
    notDone: ownAdvertNotices.notDone,
    done: () => ({ notice, path: requirementPathFor("company", id, "advert"), hasMail: true }),
    limit: isFormLimited,
  }));
}

/** The job of a requirement on our site, for its company: what people read, its name on it, and taking it down. */
export default function OwnAdvertPage({ loaderData: { answer }, actionData }: Route.ComponentProps) {
  if (!answer.ok) return <UnavailablePage title="Advert" />;
  const { frame, advert } = answer.value;
  return (
    <>
      <FormHead title={`Advert: ${frame.job_title}`} errors={actionData?.errors} />
      <RequirementFrame side="company" head={frame} tab="advert" isWide>
        {advert.job && (
          <div className="grid gap-8 md:grid-cols-3">
            <OwnAdvertActs advert={advert} />
          </div>
        )}
        {advert.job ? (
          <div className="preview">
            <JobArticle job={advert.job} texts={jobTexts("en")} isOver={advert.state !== "open"} />
          </div>
        ) : (
          <p className="empty">
            This job is not on our site. Your recruiter can write an advert for it: it names no company unless you put
            your name there.
          </p>
        )}
      </RequirementFrame>
    </>
  );
}
