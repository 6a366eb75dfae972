import { labelOf } from "~/lib/format/schema";
import { isolated } from "~/lib/format/text";
import { Badge } from "~/ui/pieces/badge";
import { Dated, Moment } from "~/ui/pieces/moment";
import type { FormState } from "~/lib/forms/form";
import { CardDetails } from "~/features/candidates/card";
import { MailLink, PhoneLinks } from "~/ui/pieces/reach";
import { AnswerFields } from "./answer-fields";
import { verdicts } from "~/features/candidates/states";
import type { ShownCandidate } from "./candidates.server";

/** How far it has come with somebody, once more than the card was shown. */
const STATES = {
  interview: ["yellow", "Interview"],
  offered: ["blue", "Offered"],
  joined: ["green", "Joined"],
  declined: ["red", "Declined"],
} as const;

/** How somebody is reached whom the company wants to meet. */
function Contact({ full_name, email, phone }: NonNullable<ShownCandidate["contact"]>) {
  return (
    <address className="reach">
      <bdi>{full_name}</bdi>
      {email && <MailLink to={email} />}
      {phone && <PhoneLinks text={phone} />}
    </address>
  );
}

/** One's own answer, while it counts: nobody has answered after it, and the card was not shown anew. */
function standingAnswer({ own_answer: own, answers, answer_by }: ShownCandidate): ShownCandidate["own_answer"] {
  return answer_by === null && answers.every(({ created_at }) => own !== null && created_at < own.created_at)
    ? own
    : null;
}

/** What has been answered about somebody: colleagues' answers, and one's own where no field has it. */
function Answered({ own_answer: own, answers, isOwnShown }: ShownCandidate & { isOwnShown: boolean }) {
  const said = [...(own && isOwnShown ? [{ ...own, name: "You" }] : []), ...answers];
  if (said.length === 0) return null;
  return (
    <ul className="changes">
      {said.map(({ name, verdict, reason, created_at }) => (
        <li key={`${name}${created_at}`}>
          {isolated(name ?? "Somebody who has left")}: {labelOf(verdicts, verdict)}
          {reason && <>, “{reason}”</>}, <Moment value={created_at} />
        </li>
      ))}
    </ul>
  );
}

type ShownCandidateProps = { candidate: ShownCandidate; mayAnswer: boolean; sent: FormState | undefined };

/** One card, with what was answered and the fields to answer. */
export function ShownCandidateItem({ candidate, mayAnswer, sent }: ShownCandidateProps) {
  const { name, state, card, pitch, is_blind, contact, shown_at, joined_on } = candidate;
  const standing = standingAnswer(candidate);
  return (
    <li>
      <div className="grid gap-2">
        <div className="titled">
          <h2 className="text-lg">
            <bdi>{name}</bdi>
          </h2>{" "}
          {state !== "shown" && (
            <Badge colour={STATES[state][0]} label="State">
              {STATES[state][1]}
            </Badge>
          )}
        </div>
        <CardDetails card={card} pitch={pitch} />
        <p className="hint">
          Shown on <Moment value={shown_at} />
          <Dated words=", begins on" value={joined_on} />
          {is_blind && !contact && ". The name and how to reach them are yours once you choose Interview"}
        </p>
        {contact && <Contact {...contact} />}
        <Answered {...candidate} isOwnShown={!mayAnswer || standing === null} />
      </div>
      {mayAnswer && (
        <div className="grid content-start gap-3">
          <AnswerFields candidate={candidate} standing={standing} sent={sent} />
        </div>
      )}
    </li>
  );
}
