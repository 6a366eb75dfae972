import type { ReactNode } from "react";
import { labelOf } from "~/lib/schema/fields";
import { isolated } from "~/lib/format/text";
import { Badge, type BadgeColour } from "~/ui/pieces/badge";
import { Dated, Moment } from "~/ui/pieces/moment";
import type { FormState } from "~/lib/forms/form";
import { CandidateCard } from "~/features/candidates/card";
import { NotedWords, type Noted } from "~/features/candidates/noted";
import { timeWords } from "~/lib/format/days";
import { Button } from "~/ui/forms/button";
import { OwnedForm } from "~/ui/forms/owned-form";
import { MailLink, PhoneLinks } from "~/ui/pieces/reach";
import { AnswerFields } from "./answer-fields";
import { fieldOf } from "./answers";
import { verdicts, type Verdict } from "~/features/candidates/states";
import type { ShownCandidate } from "./candidates.server";

/** How far it has come with somebody by the team's word, once more than the card was shown. */
const STATES = {
  offered: ["blue", "Offered"],
  accepted: ["green", "Accepted"],
  joined: ["green", "Joined"],
  declined: ["red", "Declined"],
} as const;

const VERDICT_COLOURS: Record<Verdict, BadgeColour | undefined> = {
  interview: "green",
  maybe: "blue",
  no: "red",
  known: undefined,
};

/** What a member of the company has said of a card, the caller by "You". */
type Said = { name: string | null; verdict: Verdict; reason: string | null; created_at: string; noted?: Noted };

/** All that was said of somebody, each one's last; the first is what counts. */
function saidOf({ own_answer: own, answers, noted }: ShownCandidate): Said[] {
  const said: Said[] = [
    ...(own ? [{ ...own, name: "You" }] : []),
    ...answers,
    ...(noted ? [{ ...noted, name: null, noted }] : []),
  ];
  return said.sort((one, other) => other.created_at.localeCompare(one.created_at));
}

/** Does its company still have to answer about somebody? */
export function isWaiting({ answer_by }: ShownCandidate): boolean {
  return answer_by !== null;
}

/** One's own answer, while it counts: nobody has answered after it, and the card was not shown anew. */
function standingAnswer(candidate: ShownCandidate): ShownCandidate["own_answer"] {
  return !isWaiting(candidate) && saidOf(candidate)[0]?.name === "You" ? candidate.own_answer : null;
}

/** Who has answered what, why and when. */
function SaidLine({ said: { name, verdict, reason, created_at, noted }, isNamed }: { said: Said; isNamed: boolean }) {
  return (
    <>
      {noted ? <NotedWords noted={noted} /> : isolated(name ?? "A former colleague")}
      {isNamed && `: ${labelOf(verdicts, verdict)}`}
      {!noted && (
        <>
          , <Moment value={created_at} hasTime />
        </>
      )}
      {reason && (
        <>
          : “<bdi>{reason}</bdi>”
        </>
      )}
    </>
  );
}

/** How somebody is reached whom the company wants to meet. */
function Contact({ full_name, email, phone }: NonNullable<ShownCandidate["contact"]>) {
  return (
    <address className="reach">
      <bdi>{full_name}</bdi> {email && <MailLink to={email} />} {phone && <PhoneLinks text={phone} />}
    </address>
  );
}

type ItemProps = {
  candidate: ShownCandidate;
  mayAnswer: boolean;
  sent: FormState | undefined;
};

/** A card with what was answered about it; its fields are its last row. */
export function ShownCard({ candidate, mayAnswer, sent }: ItemProps) {
  const { name, card, pitch, seal, is_blind, contact, shown_at, applied_at, begins_on, joined_on } = candidate;
  const said = saidOf(candidate);
  return (
    <CandidateCard name={name} card={card} pitch={pitch} seal={seal}>
      <p className="hint">
        <Dated words="Applied for this job on" value={applied_at} end=". " />
        Shown on <Moment value={shown_at} />
        <Dated words=", begins on" value={begins_on} />
        <Dated words=", joined on" value={joined_on} />
        {is_blind && !contact && ". The name opens with Interview"}.
      </p>
      {said.length > 0 && (
        <ul className="changes">
          {said.map((each) => (
            <li key={each.created_at}>
              <SaidLine said={each} isNamed />
            </li>
          ))}
        </ul>
      )}
      {mayAnswer && <AnswerFields candidate={candidate} standing={standingAnswer(candidate)} sent={sent} />}
    </CandidateCard>
  );
}

/** That an answer can still be undone, until when, and what becomes of it then. */
function UndoForm({ candidate: { undo, opens_at, name } }: { candidate: ShownCandidate }) {
  if (!undo) return opens_at ? <p className="hint">Mail and number at {timeWords(opens_at)}.</p> : null;
  return (
    <OwnedForm className="undo no-print">
      <input type="hidden" name="answer" value={undo.answer} />
      <Button variant="outline" name="intent" value="undo" busyText="Undoing...">
        Undo<span className="sr-only"> the answer about {isolated(name)}</span>
      </Button>
      <span className="hint">
        You can until {timeWords(undo.until)}. The candidate is told nothing until then.
        {opens_at && " Then you get mail and number, and they are told."}
      </span>
    </OwnedForm>
  );
}

/** Somebody who was answered about, in a line; the card and the way to another answer are folded. */
export function AnsweredItem(props: ItemProps & { send: ReactNode }) {
  const { candidate, mayAnswer, sent, send } = props;
  const { id, name, state, contact, opens_at, begins_on, joined_on } = candidate;
  const [last] = saidOf(candidate);
  const isSent = sent !== undefined && fieldOf("seen", id) in sent.defaultValues;
  const [colour, label] =
    state in STATES
      ? STATES[state as keyof typeof STATES]
      : last
        ? [VERDICT_COLOURS[last.verdict], labelOf(verdicts, last.verdict)]
        : [undefined, "Not answered"];
  const act = !mayAnswer ? "Open" : last ? "Change" : "Answer";
  return (
    <li className="answered">
      <h3>
        <bdi>{name}</bdi>
      </h3>{" "}
      <Badge colour={colour} label="Answer">
        {label}
      </Badge>
      {(begins_on ?? joined_on) && (
        <p>
          <Dated words="Begins on" value={begins_on} />
          <Dated words="Joined on" value={joined_on} />
        </p>
      )}
      {last && (
        <p className="hint">
          <SaidLine said={last} isNamed={state in STATES} />
        </p>
      )}
      {last?.noted && last.verdict === "interview" && !contact && !opens_at && (
        <p className="hint">What was told us opens nothing: mail and number open with your own Interview here.</p>
      )}
      <details open={isSent}>
        <summary>
          {act}
          <span className="sr-only">: {name}</span>
        </summary>
        {mayAnswer ? (
          <OwnedForm className="grid gap-3" noValidate>
            <ShownCard {...props} />
            {send}
          </OwnedForm>
        ) : (
          <ShownCard {...props} />
        )}
      </details>
      {contact && <Contact {...contact} />}
      <UndoForm candidate={candidate} />
    </li>
  );
}
