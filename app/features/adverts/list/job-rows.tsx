import type { JobTexts } from "~/content/jobs/texts";
import type { ListedJob } from "~/features/adverts/job/schema";
import { experienceWords, jobPath, payWords, placeWords, dayInWords } from "~/features/adverts/job/words";
import { daysUntil } from "~/lib/format/clock";
import { Badge } from "~/ui/pieces/badge";

/** What of a job is news: that it ends soon, or is new. */
function News({ job, texts: { facts, list } }: { job: ListedJob; texts: JobTexts }) {
  const age = job.opened_at === null ? undefined : -daysUntil(job.opened_at);
  if (isEnding(job)) {
    return (
      <Badge colour="orange" label={facts.until}>
        {job.closes_on !== null && daysUntil(job.closes_on) === 0 ? list.closesToday : list.closesTomorrow}
      </Badge>
    );
  }
  if (age !== 0 && age !== 1) return null;
  return (
    <Badge colour="green" label={facts.opened}>
      {age === 0 ? list.openedToday : list.openedYesterday}
    </Badge>
  );
}

/** Is today or tomorrow the last day to apply? */
function isEnding({ closes_on: day }: ListedJob): boolean {
  return day !== null && daysUntil(day) <= 1;
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
          <p className="hint job-meta">
            <span>
              {[texts.facts.work[job.work], experienceWords(job, texts)].filter(Boolean).join(" · ")}
              {job.closes_on !== null && !isEnding(job) && (
                <>
                  {" · "}
                  <time dateTime={job.closes_on}>
                    {texts.facts.untilDay(dayInWords(job.closes_on, texts, "short"))}
                  </time>
                </>
              )}
            </span>{" "}
            <News job={job} texts={texts} />
          </p>
        </li>
      ))}
    </ul>
  );
}
