import type { JobTexts } from "~/content/jobs/texts";
import type { ListedJob } from "~/features/adverts/job/schema";
import { daysUntil, experienceWords, jobPath, payWords, placeWords, dayInWords } from "~/features/adverts/job/words";
import { Badge } from "~/ui/pieces/badge";

/** Until when somebody can apply, marked where that is soon; and that a job is new. */
function Days({ job, texts }: { job: ListedJob; texts: JobTexts }) {
  const { list, facts } = texts;
  const left = job.closes_on === null ? undefined : daysUntil(job.closes_on);
  const age = job.opened_at === null ? undefined : -daysUntil(job.opened_at);
  if (left === 0 || left === 1) {
    return (
      <Badge colour="orange" label={facts.until}>
        {left === 0 ? list.closesToday : list.closesTomorrow}
      </Badge>
    );
  }
  return (
    <>
      {job.closes_on && (
        <time dateTime={job.closes_on}>{facts.untilDay(dayInWords(job.closes_on, texts, "short"))}</time>
      )}{" "}
      {(age === 0 || age === 1) && (
        <Badge colour="green" label={facts.opened}>
          {age === 0 ? list.openedToday : list.openedYesterday}
        </Badge>
      )}
    </>
  );
}

type JobRowsProps = {
  jobs: readonly ListedJob[];
  texts: JobTexts;
  /** The level of their headings on the page. */
  heading?: "h2" | "h3";
};

/** Jobs one below the other: each is pressed as a whole. */
export function JobRows({ jobs, texts, heading: Heading = "h3" }: JobRowsProps) {
  return (
    <ul className="jobs">
      {jobs.map((job) => (
        <li key={job.slug}>
          <Heading>
            <a href={jobPath(job)}>
              <bdi>{job.title}</bdi>
            </a>
          </Heading>
          <p className={job.pay ? "job-pay" : "job-pay not-told"}>
            {job.pay ? payWords(job.pay, texts) : texts.facts.payUntold}
          </p>
          <p>
            <bdi>{job.company ?? texts.facts.unnamed}</bdi>, <bdi>{placeWords(job)}</bdi>
            {job.is_remote && ` ${texts.facts.remote}`}
          </p>
          <p className="hint">
            {[texts.facts.work[job.work], experienceWords(job, texts)].filter(Boolean).join(" · ")} ·{" "}
            <Days job={job} texts={texts} />
          </p>
        </li>
      ))}
    </ul>
  );
}
