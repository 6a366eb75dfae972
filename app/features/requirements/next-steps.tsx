import type { ReactNode } from "react";
import { LocalDate } from "~/ui/local-date";
import { MailLink } from "~/ui/reach";
import type { Frame } from "./frame.server";
import { requirementPathFor } from "./requirement-frame";

type NextStepsProps = {
  frame: Pick<Frame, "id" | "status" | "closed_reason" | "closed_by" | "answer_by" | "may_write" | "job_title"> & {
    recruiter: Pick<NonNullable<Frame["recruiter"]>, "display_name" | "contact_email"> | null;
  };
  /** Has the promised time passed? */
  isLate: boolean;
  /** Where to write while nobody is in charge. */
  email: string;
  locale: string;
};

/** What is promised while the company waits for an answer (§9): until when, or that it is late and whom to turn to. */
function Promised({ frame, isLate, email, locale }: NextStepsProps) {
  if (frame.answer_by === null) return null;
  const time = <LocalDate value={frame.answer_by} locale={locale} hasTime />;
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
  const { frame } = props;
  const who = frame.recruiter?.display_name;
  // Its own full stop is enough.
  const end = /[.!?…]$/.test(frame.closed_reason ?? "") ? "" : ".";
  const reason = frame.closed_reason !== null && (
    <>
      : <q>{frame.closed_reason}</q>
    </>
  );
  const isWaiting = frame.answer_by !== null;
  switch (frame.status) {
    case "new":
      if (isWaiting) {
        return (
          <>
            <Promised {...props} /> {who && `${who} looks after it.`}
            {!who && !props.isLate && "Until then it needs nothing more from you."}
          </>
        );
      }
      return (
        <>
          We have answered. {who ?? "We"} will set it to in progress when the search begins; you see it here the same
          moment.
        </>
      );
    case "in_progress":
      return (
        <>
          {who ?? "Our team"} is looking for the right people. {isWaiting && "What you sent last waits for us. "}
          <Promised {...props} />
          {!isWaiting && "We tell you as soon as there is news."}
        </>
      );
    case "filled":
      return (
        <>
          It is filled, and nothing is left to do{reason}
          {end}
          <Again frame={frame}>To hire for the same role once more,</Again>
        </>
      );
    case "cancelled":
      return (
        <>
          {frame.closed_by === "company" ? "Your company has withdrawn it" : "We have cancelled it"}
          {reason}
          {end} Nobody works on it any more.
          <Again frame={frame}>To take it up again,</Again>
        </>
      );
  }
}

/** What happens next with a requirement, in words its company can go by. */
export function NextSteps(props: NextStepsProps) {
  return (
    <section className="empty" aria-labelledby="next">
      <h2 id="next" className="text-lg">
        What happens next
      </h2>
      <p>
        <Words {...props} />
      </p>
    </section>
  );
}
