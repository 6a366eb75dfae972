import { isolated } from "~/lib/format/text";
import { Button } from "~/ui/forms/button";
import { OwnedForm } from "~/ui/forms/owned-form";
import { Badge, type BadgeColour } from "~/ui/pieces/badge";
import { Dated, Moment } from "~/ui/pieces/moment";
import { AlsoNamed } from "~/ui/pieces/also-named";
import { CandidateCard } from "~/features/candidates/card";
import { isShown } from "~/features/candidates/states";
import type { OwnEntry } from "./own.server";
import { JobSentence, RecruiterLine } from "./question-card";

/** What a state means to whoever it is about. */
const STATES: Record<OwnEntry["state"], readonly [BadgeColour | undefined, string]> = {
  draft: [undefined, "Not shown"],
  asked: ["yellow", "Waits for you"],
  agreed: ["blue", "You agreed"],
  shown: ["orange", "Shown"],
  interview: ["green", "They want to meet you"],
  offered: ["green", "Offered"],
  joined: ["green", "Joined"],
  declined: [undefined, "It was not you this time"],
  withdrawn: [undefined, "You said no"],
  closed: [undefined, "Over"],
};

/** What it is called where it stands: what nobody can say yes to any more is over. */
function standingOf({ state, is_changed, is_open, shown_at }: OwnEntry): (typeof STATES)[OwnEntry["state"]] {
  if (!is_open && (is_changed || state === "asked" || state === "agreed")) return STATES.closed;
  if (is_changed) return ["yellow", "The card changes"];
  return state === "withdrawn" && shown_at ? [undefined, "You took it back"] : STATES[state];
}

/** What has become of a card, a line each. */
function Course(entry: OwnEntry) {
  const { state, is_open, shown_at, answer_by, ended_at } = entry;
  const lines = [
    !is_open && !isShown(state) && "The job was closed: nothing is asked about it any more.",
    is_open && state === "asked" && entry.asked_at && (
      <Dated words="Asked on" value={entry.asked_at} end=". Nobody sees this card before you agree." />
    ),
    state === "agreed" && (
      <>
        Not shown yet.
        <Dated words=" Your yes runs out by itself on" value={entry.agreed_until} end="." />
      </>
    ),
    shown_at && (
      <>
        Shown on <Moment value={shown_at} />,{" "}
        {entry.opened_on ? <Dated words="opened on" value={entry.opened_on} /> : "not opened yet"}.
      </>
    ),
    entry.waiting_since && (
      <>
        Their answer is waited for since <Moment value={entry.waiting_since} />
        <Dated words="; we ask them for it by" value={answer_by} />.
      </>
    ),
    isShown(state) && entry.answered_at && (
      <>
        They have answered on <Moment value={entry.answered_at} />. What it means for you, your recruiter tells you.
      </>
    ),
    entry.contact_had_at && (
      <>
        They had your name and how to reach you, to invite you, since <Moment value={entry.contact_had_at} />. We show
        them neither any more.
      </>
    ),
    entry.contact_opened_at && (
      <>
        They know your name and how to reach you, to invite you, since <Moment value={entry.contact_opened_at} />.
      </>
    ),
    entry.joined_on && <Dated words="You begin on" value={entry.joined_on} end="." />,
    is_open &&
      entry.is_changed &&
      "The card has changed since we asked you. A new question about it comes by mail, and stands here then.",
    ended_at && (
      <>
        {state !== "withdrawn" ? "Taken back on " : shown_at ? "You took your yes back on " : "You said no on "}
        <Moment value={ended_at} />.
      </>
    ),
    (state === "withdrawn" || state === "closed" || state === "draft") && "Nothing of you is shown there now.",
  ].filter(Boolean);
  return (
    <ul className="changes">
      {lines.map((line, index) => (
        <li key={index}>{line}</li>
      ))}
    </ul>
  );
}

/** The yes to this very card, and the no, or the way back. */
function EntryForms({ id, state, is_changed, digest, is_open, company }: OwnEntry) {
  if (state === "withdrawn" || state === "closed" || (state === "draft" && !is_changed)) return null;
  if (!is_open && state !== "agreed" && !isShown(state)) return null;
  const name = isolated(company ?? "the company");
  const isAsked = state === "asked" || is_changed;
  return (
    <>
      <div className="row-forms">
        {state === "asked" && is_open && (
          <OwnedForm>
            <input type="hidden" name="entry" value={id} />
            <input type="hidden" name="digest" value={digest} />
            <Button name="intent" value="agree" busyText="Saving...">
              Yes, Show This Card<span className="sr-only"> to {name}</span>
            </Button>
          </OwnedForm>
        )}
        <OwnedForm>
          <input type="hidden" name="entry" value={id} />
          <Button variant="outline" name="intent" value="withdraw" busyText="Saving...">
            {isAsked ? "No" : "Take Back, at Once"}
            <span className="sr-only">: {name}</span>
          </Button>
        </OwnedForm>
      </div>
      {!isAsked && <p className="hint">Taken back, {name} sees nothing of you any more. It holds from that moment.</p>}
    </>
  );
}

/** Somebody for one job: which company, what it sees, what has become of it, and what they can do about it. */
export function OwnEntryItem({ entry }: { entry: OwnEntry }) {
  const { company, job_title, location, state, card, pitch, is_blind, contact_opened_at, name, recruiter, words } =
    entry;
  const [colour, label] = standingOf(entry);
  const shown = isShown(entry.state) ? "What they see" : "What they would see";
  return (
    <li className="card grid grid-cols-1 gap-4">
      <div className="titled">
        <h3 className="text-lg">
          <bdi>{company ?? "A company"}</bdi>
        </h3>{" "}
        <Badge colour={colour} label="State">
          {label}
        </Badge>
      </div>
      <p>
        <bdi>{job_title}</bdi>
        <AlsoNamed name={location} />
      </p>
      {state === "asked" && entry.is_open && <JobSentence about={entry.about} />}
      {/* What the recruiter is still at is nobody's card yet. */}
      {!entry.is_changed && (
        <>
          <p className="hint">
            {shown}, {is_blind && !contact_opened_at ? "under a word instead of your name" : "under your name"}
            {contact_opened_at && " and with how to reach you"}:
          </p>
          <CandidateCard name={name} card={card} pitch={pitch} seal={entry.seal} heading="h4" />
        </>
      )}
      {Course(entry)}
      {words.map(({ words: said, released_at, is_current }) => (
        <blockquote key={released_at} className="said">
          <p>{said}</p>
          <footer className="hint">
            Their words for you, <Moment value={released_at} />
            {!is_current && ", with an answer that is another one by now"}
          </footer>
        </blockquote>
      ))}
      {recruiter && <RecruiterLine recruiter={recruiter} />}
      <EntryForms {...entry} />
    </li>
  );
}
