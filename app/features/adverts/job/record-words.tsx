import type { JobTexts } from "~/content/jobs/texts";
import type { AnswerRecord } from "./schema";

/** How the last applicants were answered; nothing where they are too few to tell. */
export function RecordWords({ record, texts }: { record: AnswerRecord; texts: JobTexts }) {
  if (!record) return null;
  return (
    <p className="job-record">
      {texts.job.record(record.applied, record.answered)}
      {record.median_hours !== null && ` ${texts.job.median(record.median_hours)}`}
    </p>
  );
}
