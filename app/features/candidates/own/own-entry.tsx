import type { ReactNode } from "react";
import { isolated } from "~/lib/format/text";
import { Button } from "~/ui/forms/button";
import { OwnedForm } from "~/ui/forms/owned-form";
import { Badge, type BadgeColour } from "~/ui/pieces/badge";
import { Dated, Moment } from "~/ui/pieces/moment";
import { CandidateCard } from "~/features/candidates/card";
import { NotedWords } from "~/features/candidates/noted";
import { isShown } from "~/features/candidates/states";
import type { OwnEntry } from "./own-page";
import { Act } from "~/ui/forms/act";
import { AppliedForWords, JobFacts } from "./job-facts";
import { Reached } from "./question-card";

/** What a state means to its candidate. */
const STATES: Record<OwnEntry["state"], readonly [BadgeColour | undefined, string]> = {
  applied: ["yellow", "Applied"],
  draft: [undefined, "Not shown"],
  asked: ["yellow", "Waiting for you"],
  agreed: ["blue", "You agreed"],
  shown: ["orange", "Shown"],
  interview: ["green", "They want to meet you"],
  offered: ["green", "Offered"],
  accepted: ["green", "Accepted"],
  joined: ["green", "Joined"],
  declined: [undefined, "It was not you this time"],
  withdrawn: [undefined, "You said no"],
  closed: [undefined, "Closed"],
};

/** What it is called where it stands: what nobody can say yes to any more is over. */
function standingOf(entry: OwnEntry): (typeof STATES)[OwnEntry["state"]] {
  const { state, is_changed, is_open, is_never, is_reconsidered, shown_at } = entry;
  if (is_never) return [undefined, "You have blocked this company"];
  if (!is_open && (is_changed || state === "asked" || state === "agreed")) return STATES.closed;
  if (state === "draft" && is_reconsidered) return ["blue", "You want to be asked after all"];
  if (is_changed) return ["yellow", "The card is changing"];
  return state === "withdrawn" && shown_at ? [undefined, "You took it back"] : STATES[state];
}

/** What became of one that has ended. */
function Ended({ state, is_never, shown_at, ended_at, undo_until }: OwnEntry) {
  if (is_never) return "They see nothing about you, and we never ask you about them.";
  const said = state !== "withdrawn" ? "Taken back on" : shown_at ? "You took your yes back on" : "You said no on";
  return (
    <>
      <Dated words={said} value={ended_at} end=". " />
      They see nothing about you now.
      <Dated words=" We tell your recruiter after" value={undo_until} hasTime end="." />
    </>
  );
}

/** How it stands, in one sentence for each state. */
function Standing({ entry }: { entry: OwnEntry }) {
  const { state, is_open, is_changed, is_reconsidered, answered_at, waiting_since, answer_by } = entry;
  if (state === "withdrawn" || state === "closed") return <Ended {...entry} />;
  if (!is_open && !isShown(state)) return "The job is closed, and so is our question about it.";
  if (state === "draft" && is_reconsidered) {
    return "Your recruiter knows. They see nothing about you until you agree to a new question.";
  }
  if (is_changed) return "The card has changed since we asked you. You get a new question, and find it here too.";
  if (state === "asked") {
    return <Dated words="Asked on" value={entry.asked_at} end=". Nobody sees this card until you agree." />;
  }
  if (state === "agreed") {
    return (
      <>
        Not shown yet.
        <Dated words=" Your yes ends by itself on" value={entry.agreed_until} end="." />
      </>
    );
  }
  if (entry.contact_opened_at) {
    return (
      <>
        They have your name and contact details, to invite you, since <Moment value={entry.contact_opened_at} />.
        <Dated words=" You begin on" value={entry.begins_on} end="." />
        <Dated words=" You began on" value={entry.joined_on} end="." />
      </>
    );
  }
  if (state === "accepted") return <Dated words="You begin on" value={entry.begins_on} end="." />;
  if (state === "joined") return <Dated words="You began on" value={entry.joined_on} end="." />;
  if (state === "declined")
    return "Your recruiter can tell you more. Your card stays with them until you take it back.";
  if (waiting_since) {
    return (
      <>
        They have not answered yet. They have had your card since <Moment value={waiting_since} />
        <Dated words="; we asked for an answer by" value={answer_by} />.
      </>
    );
  }
  if (entry.noted) {
    return state === "interview"
      ? "They do not have your contact details from us yet."
      : "Your recruiter will tell you more.";
  }
  return (
    answered_at && <Dated words="They answered on" value={answered_at} end=". Your recruiter will tell you more." />
  );
}

/** Since when they have, or had, what of it. */
function Traces({ shown_at, opened_on, contact_had_at, is_by_mail, noted }: OwnEntry) {
  return (
    <>
      {shown_at && (
        <p className="hint">
          {is_by_mail && !opened_on ? (
            <Dated words="Sent by mail or on paper on" value={shown_at} end="." />
          ) : (
            <>
              Shown on <Moment value={shown_at} />,{" "}
              {opened_on ? <Dated words="opened on" value={opened_on} /> : "not opened yet"}.
            </>
          )}
        </p>
      )}
      {noted && (
        <p className="hint">
          {noted.is_interview ? "Interview" : "An answer"}, <NotedWords noted={noted} isWithin />.
        </p>
      )}
      {contact_had_at && (
        <p className="hint">
          They had your name and contact details, to invite you, from <Moment value={contact_had_at} /> on. We no longer
          show them.
        </p>
      )}
    </>
  );
}

type OwnActProps = { entry: string; intent: string; does: string; label: string; about: string; isFirst?: boolean };

/** One press about one company, with what it does under it. */
function OwnAct({
  entry,
  intent,
  does,
  label,
  about,
  isFirst = false,
  children,
}: OwnActProps & { children?: ReactNode }) {
  return (
    <OwnedForm>
      <input type="hidden" name="entry" value={entry} />
      {children}
      <Act does={does}>
        <Button variant={isFirst ? "primary" : "outline"} name="intent" value={intent} busyText="Saving...">
          {label}
          <span className="sr-only">{about}</span>
        </Button>
      </Act>
    </OwnedForm>
  );
}

/** The yes to this very card, and the no, or the way back. */
function EntryForms(entry: OwnEntry) {
  const { id, state, is_changed, is_never, is_reconsidered, digest, is_open, company, undo_until } = entry;
  const name = isolated(company ?? "the company");
  const about = `: ${name}`;
  if (state === "withdrawn") {
    if (is_never || !is_open || is_reconsidered) return null;
    return undo_until ? (
      <OwnAct
        entry={id}
        intent="undo"
        label="Undo My No"
        about={about}
        does="The question is open again. Nobody is told."
      />
    ) : (
      <OwnAct
        entry={id}
        intent="reconsider"
        label="Ask Me After All"
        about={about}
        does="We tell your recruiter, who may ask you again."
      />
    );
  }
  if (state === "closed" || (state === "draft" && !is_changed)) return null;
  if (!is_open && state !== "agreed" && !isShown(state)) return null;
  const isAsked = state === "asked" || is_changed;
  return (
    <div className="acts-of-two">
      {state === "asked" && is_open && (
        <OwnAct
          entry={id}
          intent="agree"
          label={entry.is_by_mail ? "Yes, Send This Card" : "Yes, Show This Card"}
          about={` to ${name}`}
          does={
            entry.is_by_mail
              ? "It goes to them by mail or on paper, where we can't take it back."
              : "They see this card, and if they invite you, your contact details."
          }
          isFirst
        >
          <input type="hidden" name="digest" value={digest} />
        </OwnAct>
      )}
      {isAsked ? (
        <OwnAct
          entry={id}
          intent="withdraw"
          label="No"
          about={about}
          does="They learn nothing about you. You can undo it."
        />
      ) : (
        <OwnAct
          entry={id}
          intent="withdraw"
          label="Take Back My Yes"
          about={about}
          does={
            entry.is_by_mail && entry.shown_at
              ? "We send it no more, and your recruiter is told. What they have is with them."
              : "From that moment they see nothing about you."
          }
        />
      )}
    </div>
  );
}

/** Somebody for one job: which company, what it sees, what has become of it, and what they can do about it. */
export function OwnEntryItem({ entry }: { entry: OwnEntry }) {
  const { company, job_title, location, card, pitch, is_blind, contact_opened_at, name, recruiter, words } = entry;
  const [colour, label] = standingOf(entry);
  const shown = isShown(entry.state) ? "What they see" : "What they would see";
  return (
    <li className="own-entry">
      <div className="titled">
        <h3 className="text-lg">
          <bdi>{company ?? "A company"}</bdi>
        </h3>{" "}
        <Badge colour={colour} label="State">
          {label}
        </Badge>
      </div>
      <JobFacts job_title={job_title} location={location} about={entry.is_open ? entry.about : undefined} />
      <AppliedForWords {...entry} />
      {/* What the recruiter is still at is nobody's card yet. */}
      {!entry.is_changed && (
        <>
          <p className="hint">
            {shown}, {is_blind && !contact_opened_at ? "without your name" : "under your name"}
            {contact_opened_at && " and with your contact details"}
            {entry.is_by_mail && ", by mail or on paper: the company has no account with us"}:
          </p>
          <CandidateCard name={name} card={card} pitch={pitch} seal={entry.seal} heading="h4" />
        </>
      )}
      <EntryForms {...entry} />
      <Traces {...entry} />
      <p>
        <Standing entry={entry} />
      </p>
      {words.map(({ words: said, released_at, is_current }) => (
        <blockquote key={released_at} className="said">
          <p>{said}</p>
          <footer className="hint">
            Their message to you, <Moment value={released_at} />
            {!is_current && ", sent with an earlier answer"}
          </footer>
        </blockquote>
      ))}
      {recruiter && (
        <p>
          Your recruiter: <Reached recruiter={recruiter} />
        </p>
      )}
    </li>
  );
}
