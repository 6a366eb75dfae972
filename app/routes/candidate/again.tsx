import { data, redirect } from "react-router";
import type { Route } from "./+types/again";
import { applyingTexts } from "~/content/jobs/applying";
import { candidatePath } from "~/content/navigation";
import { typedTexts } from "~/features/applications/applying/applications.server";
import { ApplyForm } from "~/features/applications/applying/apply-form";
import { APPLYING_LANGUAGE } from "~/features/applications/applying/notices";
import { applyPath } from "~/features/applications/applying/paths";
import { loadOwn } from "~/pages/candidate";
import { Unavailable } from "~/ui/layout/unavailable";
import { WorkPage } from "~/ui/layout/work/work-page";

export const handle = { isPrivate: true, hasForm: true, section: candidatePath };

export async function loader({ request, params: { entry }, context }: Route.LoaderArgs) {
  const { own, status } = await loadOwn(context, request);
  if (own === undefined) return data({ job: undefined }, { status });
  const application = own?.applications.find(({ id, slug }) => id === entry && slug !== undefined);
  if (!own || !application?.slug) throw redirect(candidatePath);
  const { title, slug, said } = application;
  const { candidate } = own;
  const texts = typedTexts({ keep: false, entries: { ...candidate, email: candidate.email ?? "", said } });
  return data({ job: { title, slug, texts } }, { status });
}

/** Applying anew, for whoever has withdrawn: with what they wrote, and what we know of them. */
export default function ApplyAgainPage({ loaderData: { job } }: Route.ComponentProps) {
  const texts = applyingTexts(APPLYING_LANGUAGE);
  const { again, confirm } = texts;
  return (
    <WorkPage
      title={job ? again.title(job.title) : confirm.documentTitle}
      documentTitle={confirm.documentTitle}
      lead={job && again.lead}
    >
      <div className="form-column">
        {job ? <ApplyForm texts={texts} typed={job.texts} action={applyPath(job.slug)} /> : <Unavailable />}
      </div>
    </WorkPage>
  );
}
