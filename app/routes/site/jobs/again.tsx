import { data } from "react-router";
import type { Route } from "./+types/again";
import { applyingTexts } from "~/content/jobs/applying";
import { candidatePath } from "~/content/navigation";
import { readTyped, typedTexts } from "~/features/applications/applying/applications.server";
import { ApplyForm } from "~/features/applications/applying/apply-form";
import { JobsLink } from "~/features/applications/applying/confirm-parts";
import { APPLYING_LANGUAGE } from "~/features/applications/applying/notices";
import { applyPath } from "~/features/applications/applying/paths";
import { findByLink } from "~/pages/candidate-link";
import { Unavailable } from "~/ui/layout/unavailable";
import { WorkPage } from "~/ui/layout/work/work-page";

export const handle = { isPrivate: true, hasForm: true, section: candidatePath };

export async function loader({ params: { token }, context }: Route.LoaderArgs) {
  const { found, status } = await findByLink(context, token, () => readTyped(context, token));
  return data(
    { typed: found && { slug: found.slug, title: found.title, texts: typedTexts(found) }, isOver: found === null },
    { status },
  );
}

/** Page one once more, for whoever has given a wrong address: with all that was typed, which is sent as a new application. */
export default function AgainPage({ loaderData: { typed, isOver } }: Route.ComponentProps) {
  const texts = applyingTexts(APPLYING_LANGUAGE);
  const { again, confirm } = texts;
  return (
    <WorkPage
      title={typed ? again.title(typed.title) : confirm.unknownTitle}
      documentTitle={confirm.documentTitle}
      lead={typed ? again.lead : undefined}
    >
      <div className="form-column">
        {typed === undefined && <Unavailable />}
        {isOver && (
          <>
            <p className="empty">{again.over}</p>
            <JobsLink words={confirm.jobs} />
          </>
        )}
        {typed && <ApplyForm texts={texts} typed={typed.texts} action={applyPath(typed.slug)} />}
      </div>
    </WorkPage>
  );
}
