import type { ReactNode } from "react";
import type { JobTexts } from "~/content/jobs/texts";
import { ButtonLink } from "~/ui/forms/button";
import { Rows } from "~/ui/pieces/rows";
import { readBody, type Block } from "./body";
import type { AnswerRecord, Job } from "./schema";
import { experienceWords, jobPath, longDayWords, payWords, placeWords } from "./words";

/** What is known of a job at a glance, in its order. */
export function jobFacts(job: Job, texts: JobTexts): [label: string, value: ReactNode][] {
  const { facts } = texts;
  const experience = experienceWords(job, texts);
  return [
    [facts.pay, job.pay ? payWords(job.pay, texts) : facts.payNotTold],
    [
      facts.where,
      <>
        <bdi>{placeWords(job)}</bdi>
        {job.is_remote && ` ${facts.remote}`}
      </>,
    ],
    [facts.kind, facts.work[job.work]],
    ...(experience === undefined ? [] : [[facts.experience, experience] as [string, ReactNode]]),
    ...(job.closes_on === null
      ? []
      : [
          [
            facts.until,
            <time key="until" dateTime={job.closes_on}>
              {longDayWords(job.closes_on, texts)}
            </time>,
          ] as [string, ReactNode],
        ]),
  ];
}

function BlockOfBody({ block }: { block: Block }) {
  if (block.kind === "heading") return <h3>{block.text}</h3>;
  if (block.kind === "list") {
    return (
      <ul className="list">
        {block.items.map((item, at) => (
          <li key={at}>{item}</li>
        ))}
      </ul>
    );
  }
  return (
    <p>
      {block.lines.map((line, at) => (
        <span key={at}>
          {at > 0 && <br />}
          {line}
        </span>
      ))}
    </p>
  );
}

/** How the last applicants were answered, as a figure and its sentence. */
export function RecordWords({ record, texts }: { record: AnswerRecord; texts: JobTexts }) {
  if (!record) return null;
  return (
    <p className="hint">
      {texts.job.record(record.applied, record.answered)}
      {record.median_hours !== null && ` ${texts.job.median(record.median_hours)}`}
    </p>
  );
}

type JobArticleProps = {
  job: Job;
  texts: JobTexts;
  /** How applicants were answered lately; none in a preview. */
  record?: AnswerRecord;
  /** Where the way to the list stands; none in a preview. */
  crumb?: ReactNode;
  /** A preview leads nowhere. */
  isPreview?: boolean;
  /** What follows the job: others like it. */
  children?: ReactNode;
};

/** A job as the public reads it: what and where, what it pays, until when, by when one is answered. */
export function JobArticle({ job, texts, record = null, crumb, isPreview = false, children }: JobArticleProps) {
  const apply = `${jobPath(job)}/apply`;
  return (
    <article className="job">
      <div className="band-pine page-head job-head">
        <div className="wrap">
          {crumb}
          {isPreview ? <p className="job-title">{job.title}</p> : <h1>{job.title}</h1>}
          <p className="lead">
            <bdi>{job.company === null ? texts.facts.confidential : texts.facts.company(job.company)}</bdi>
          </p>
        </div>
      </div>
      <div className="wrap job-grid">
        <div className="job-side">
          <Rows look="facts" rows={jobFacts(job, texts)} />
          {isPreview ? (
            <span className="btn">{texts.job.apply}</span>
          ) : (
            <ButtonLink href={apply}>{texts.job.apply}</ButtonLink>
          )}
          <p className="hint">{texts.job.applyHint}</p>
          <p className="hint">{texts.job.answered}</p>
          <RecordWords record={record} texts={texts} />
        </div>
        <div className="job-body">
          <h2 className="sr-only">{texts.job.aboutTitle}</h2>
          {readBody(job.body).map((block, at) => (
            <BlockOfBody key={at} block={block} />
          ))}
          {job.skills.length > 0 && (
            <>
              <h3>{texts.facts.skills}</h3>
              <ul className="tags">
                {job.skills.map((skill) => (
                  <li key={skill}>
                    <bdi>{skill}</bdi>
                  </li>
                ))}
              </ul>
            </>
          )}
          <div className="job-promise">
            <h3>{texts.job.freeTitle}</h3>
            <p>{texts.job.free}</p>
          </div>
          {children}
        </div>
      </div>
    </article>
  );
}
