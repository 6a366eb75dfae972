import { applyingTexts } from "~/content/jobs/applying";
import { Unavailable } from "~/ui/layout/unavailable";
import { WorkPage } from "~/ui/layout/work/work-page";
import { ApplyForm } from "./apply-form";
import { JobsLink } from "./confirm-parts";
import { APPLYING_LANGUAGE } from "./notices";
import { applyPath } from "./paths";
import type { TypedEntries } from "./schema";

/** What is applied for once more, and what its form shows at first. */
export type JobAgain = { slug: string; title: string; texts: TypedEntries };

/** Page one once more, with all that was typed. @param job null where it is over, undefined where it could not be read */
export function ApplyAgain({ job }: { job: JobAgain | null | undefined }) {
  const texts = applyingTexts(APPLYING_LANGUAGE);
  const { again, confirm } = texts;
  const heading = job ? again.title(job.title) : job === null ? confirm.unknownTitle : confirm.documentTitle;
  return (
    <WorkPage title={heading} documentTitle={confirm.documentTitle} lead={job ? again.lead : undefined}>
      <div className="form-column">
        {job === undefined && <Unavailable />}
        {job === null && (
          <>
            <p className="empty">{again.over}</p>
            <JobsLink words={confirm.jobs} />
          </>
        )}
        {job && <ApplyForm texts={texts} typed={job.texts} action={applyPath(job.slug)} />}
      </div>
    </WorkPage>
  );
}
