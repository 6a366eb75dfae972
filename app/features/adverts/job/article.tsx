import type { ReactNode } from "react";
import type { JobTexts } from "~/content/jobs/texts";
import { ButtonLink } from "~/ui/forms/button";
import { Rows } from "~/ui/pieces/rows";
import { readBody, type Block } from "./body";
import { RecordWords } from "./record-words";
import type { AnswerRecord, Job } from "./schema";
import { experienceWords, jobPath, dayInWords, payWords, placeWords } from "./words";

/** What is known of a job at a glance, in its order: label and words, and a day as the machine reads it. */
function factsOf(job: Job, texts: JobTexts, isOver: boolean): [label: string, value: ReactNode][] {
  const { facts } = texts;
  const experience = experienceWords(job, texts);
  const rows: ([string, ReactNode] | undefined)[] = [
    [facts.pay, job.pay ? payWords(job.pay, texts) : facts.payNotTold],
    [
      facts.where,
      <>
        <bdi>{placeWords(job)}</bdi>
        {job.is_remote && `, ${facts.remote}`}
      </>,
    ],
    [facts.kind, facts.work[job.work]],
    experience === undefined ? undefined : [facts.experience, experience],
    job.closes_on === null || isOver
      ? undefined
      : [facts.until, <time dateTime={job.closes_on}>{dayInWords(job.closes_on, texts)}</time>],
    job.opened_at === null
      ? undefined
      : [facts.opened, <time dateTime={job.opened_at}>{dayInWords(job.opened_at, texts)}</time>],
  ];
  return rows.filter((row) => row !== undefined);
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

/** The advert's own words, and what the job asks for. */
function JobBody({ job, texts }: { job: Job; texts: JobTexts }) {
  return (
    <>
      <h2 className="sr-only">{texts.job.aboutTitle}</h2>
      <div dir="auto" className="job-words">
        {readBody(job.body).map((block, at) => (
          <BlockOfBody key={at} block={block} />
        ))}
      </div>
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
    </>
  );
}

/** What everybody who applies may count on, and how far we kept it lately. */
function Promises({ job, texts, record }: { job: Job; texts: JobTexts; record: AnswerRecord }) {
  return (
    <>
      <h2>{texts.job.nextTitle}</h2>
      <ol className="job-next">
        {texts.job.next.map(({ title, text }) => (
          <li key={title}>
            <h3>{title}</h3>
            <p>{text}</p>
          </li>
        ))}
      </ol>
      <RecordWords record={record} texts={texts} />
      <div className="job-promise">
        <h3>{texts.job.freeTitle}</h3>
        <p>{texts.job.free}</p>
        {job.company === null && (
          <>
            <h3>{texts.job.confidentialTitle}</h3>
            <p>{texts.job.confidentialText}</p>
          </>
        )}
      </div>
    </>
  );
}

/** The ways to send the page to somebody, and where it is once it is on paper. */
function Share({ job, url, texts }: { job: Job; url: string; texts: JobTexts }) {
  const subject = `${job.title}, ${placeWords(job)}`;
  const whatsapp = `https://wa.me/?text=${encodeURIComponent(`${subject}\n${url}`)}`;
  const mail = `mailto:?subject=${encodeURIComponent(subject)}&body=${encodeURIComponent(url)}`;
  return (
    <>
      <p className="job-share no-print">
        {texts.job.shareTitle}{" "}
        <a href={whatsapp} rel="noopener noreferrer" className="alone">
          {texts.job.share.whatsapp}
        </a>{" "}
        <a href={mail} className="alone">
          {texts.job.share.mail}
        </a>
      </p>
      <p className="printed-only">
        {texts.job.printed} {url}
      </p>
    </>
  );
}

type JobArticleProps = {
  job: Job;
  texts: JobTexts;
  /** How applicants were answered lately; none in a preview. */
  record?: AnswerRecord;
  /** Can nobody apply any more? Then nothing of a preview says that they can. */
  isOver?: boolean;
  /** Its public address; undefined in a preview, which leads nowhere and has a heading of its own above it. */
  url?: string;
  /** The way to the list. */
  crumb?: ReactNode;
  /** What follows the job: others like it. */
  children?: ReactNode;
};

/** A job as the public reads it: what and where, what it pays, until when, by when one is answered. */
export function JobArticle({ job, texts, record = null, isOver = false, url, crumb, children }: JobArticleProps) {
  const Title = url === undefined ? "p" : "h1";
  const button = (variant?: "outline") =>
    url === undefined ? (
      <span className={variant ? "btn btn-outline" : "btn"}>{texts.job.apply}</span>
    ) : (
      <ButtonLink href={`${jobPath(job)}/apply`} {...(variant && { variant })}>
        {texts.job.apply}
      </ButtonLink>
    );
  return (
    <article className="job">
      <div className="band-pine page-head job-head">
        <div className="wrap">
          {crumb}
          <Title className="job-title" dir="auto">
            {job.title}
          </Title>
          <p className="lead">
            <bdi>{job.company === null ? texts.facts.confidential : texts.facts.company(job.company)}</bdi>
          </p>
        </div>
      </div>
      <div className="wrap job-grid">
        <div className="job-side">
          <Rows look="facts" rows={factsOf(job, texts, isOver)} />
          {!isOver && (
            <>
              {button()}
              <p className="hint">{texts.job.applyHint}</p>
            </>
          )}
        </div>
        <div className="job-body">
          <JobBody job={job} texts={texts} />
          <Promises job={job} texts={texts} record={record} />
          <div className="job-end">
            {!isOver && <span className="no-print">{button("outline")}</span>}
            {url !== undefined && <Share job={job} url={url} texts={texts} />}
          </div>
        </div>
      </div>
      {children}
    </article>
  );
}
