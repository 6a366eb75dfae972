import type { ReactNode } from "react";
import { Part } from "~/ui/layout/part";
import { DueDay, Moment } from "~/ui/pieces/moment";
import { MailLink } from "~/ui/pieces/reach";
import type { Frame } from "~/features/requirements/frame/frame.server";
import { requirementPathFor } from "~/features/requirements/frame/requirement-frame";
import { outcomeWords } from "~/features/requirements/frame/positions";
import { statusOf } from "~/features/requirements/statuses";

type NextStepsProps = {
  frame: Frame;
  /** Has the promised time passed? */
  isLate: boolean;
  /** Has it just been filed? Then a mail says the same. */
  isFiled: boolean;
  reference: string;
  /** Where to write while nobody is in charge. */
  email: string;
  locale: string;
};

/** What is promised while the company waits for an answer (§9): until when, or that it is late and whom to turn to. */
function Promised({ frame, isLate, email }: NextStepsProps) {
  if (frame.answer_by === null) return null;
  const time = <Moment value={frame.answer_by} hasTime />;
  if (!isLate) return <>We answer by {time}.</>;
  return (
    <>
      We promised an answer by {time}, and are late. You need not wait: write to{" "}
      <MailLink to={frame.recruiter?.contact_email ?? email} about={frame.job_title} />.
    </>
  );
}

/** That a closed one can be begun anew. */
function Again({ frame, children }: { frame: NextStepsProps["frame"]; children: ReactNode }) {
  if (!frame.may_write) return null;
  return (
    <>
      {" "}
      {children} <a href={`${requirementPathFor("company", frame.id)}/duplicate`}>duplicate it</a>.
    </>
  );
}

function Words(props: NextStepsProps) {
  const { frame, isLate, locale } = props;
  const status = statusOf(frame.status);
  const told = {
    recruiter: frame.recruiter?.display_name,
    isLate,
    closedBy: frame.closed_by,
    outcome: outcomeWords(frame, locale),
  };
  if (!status.isOpen) {
    const [before, after] = status.closed(told);
    // Its own full stop is enough.
    const end = /[.!?…]$/.test(frame.closed_reason ?? "") ? "" : ".";
    return (
      <>
        {before}
        {frame.closed_reason !== null && (
          <>
            : <q>{frame.closed_reason}</q>
          </>
        )}
        {end}
        {after}
        <Again frame={frame}>{status.again}</Again>
      </>
    );
  }
  if (frame.answer_by === null) return status.answered(told);
  const [before, after] = status.waiting(told);
  return (
    <>
      {before}
      <Promised {...props} />
      {after}
    </>
  );
}

/** Candidates whose company has to answer: that comes before all that the team does. */
function WaitingCandidates({ frame: { id, candidates } }: Pick<NextStepsProps, "frame">) {
  const { waiting, answer_by } = candidates;
  if (waiting === 0) return null;
  return (
    <p>
      <a href={requirementPathFor("company", id, "candidates")}>
        {waiting === 1 ? "1 candidate waits" : `${waiting} candidates wait`} for your answer
      </a>
      {answer_by && (
        <>
          . Please answer by <DueDay value={answer_by} />
        </>
      )}
      .
    </p>
  );
}

/** That its job is on our site. */
function Advertised({ frame: { id, advert } }: Pick<NextStepsProps, "frame">) {
  if (advert?.state !== "open") return null;
  return (
    <p>
      <a href={requirementPathFor("company", id, "advert")}>The job is on our site</a>, until{" "}
      <DueDay value={advert.closes_on} />
      {advert.is_named ? ", with your name." : ", without your name."}
    </p>
  );
}

/** What happens next with a requirement, in words its company can go by. */
export function NextSteps(props: NextStepsProps) {
  return (
    <Part id="next" title="What happens next" heading="text-lg" className="empty">
      <WaitingCandidates {...props} />
      <Advertised {...props} />
      <p>
        <Words {...props} />
      </p>
      <p data-receipt={props.isFiled ? "" : undefined}>
        Reference <strong>{props.reference}</strong>
        {props.isFiled && ". A mail with it is on its way to you."}
      </p>
    </Part>
  );
}
