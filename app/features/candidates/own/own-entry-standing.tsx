import { type BadgeColour } from "~/ui/pieces/badge";
import { Dated, Moment } from "~/ui/pieces/moment";
import { NotedWords } from "~/features/candidates/noted";
import { isShown } from "~/features/candidates/states";
import type { OwnEntry } from "./own-page";

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
export function standingOf(entry: OwnEntry): (typeof STATES)[OwnEntry["state"]] {
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
export function Standing({ entry }: { entry: OwnEntry }) {
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
export function Traces({ shown_at, opened_on, contact_had_at, is_by_mail, noted }: OwnEntry) {
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
