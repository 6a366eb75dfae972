import { agoWords } from "~/lib/format/clock";
import { NotedWords } from "~/features/candidates/noted";
import { isShown, stateOf, verdictWords } from "~/features/candidates/states";
import { Dated, Moment } from "~/ui/pieces/moment";
import { isUnasked } from "./shortlist";
import type { Entry } from "./shortlist.server";

/** What the company has last said of it, and that words wait to be released. */
function Said({ answers }: Entry) {
  const [last] = answers;
  const isHeld = last?.words_for_candidate && !last.released_at;
  return (
    <>
      {last && (
        <>
          {verdictWords(last.verdict)}
          {last.noted ? (
            <>
              {" "}
              (<NotedWords noted={last.noted} isWithin />)
            </>
          ) : (
            <>
              , says <bdi>{last.name ?? "a former colleague"}</bdi>, <Moment value={last.created_at} />
            </>
          )}
          {last.reason ? (
            <>
              : “<bdi>{last.reason}</bdi>”
            </>
          ) : (
            "."
          )}{" "}
        </>
      )}
      {isHeld && <strong>A message for them waits for you to pass it on.</strong>}
    </>
  );
}

/** What the badge of an entry says: of one that is shown, what its company says of it. */
export function badgeOf(entry: Entry): ReturnType<typeof stateOf> {
  const [last] = entry.answers;
  if (entry.state !== "shown") return stateOf(entry);
  return last ? { label: verdictWords(last.verdict), badge: "blue" } : { label: "Waiting", badge: "yellow" };
}

/** Why an entry has ended that its candidate has not ended. */
function closedWords({ is_disowned, is_moved, is_never }: Entry): string {
  if (is_disowned) return "The owner of the address or number said: this is not me. We no longer ask there.";
  if (is_never) return "Ended: this company must not see them.";
  return is_moved ? "Ended: their address or number has changed since they said yes." : "Withdrawn by the team.";
}

/** That its company has not answered, by when it was to, and whether that has passed. */
function Waiting({ answer_by }: Pick<Entry, "answer_by">) {
  const isLate = answer_by !== null && Date.parse(answer_by) < Date.now();
  return (
    <>
      Waiting for the company
      <span className={isLate ? "late" : undefined}>
        <Dated words={isLate ? ", was to answer by" : ", to answer by"} value={answer_by} />
      </span>
      .
    </>
  );
}

/** Where it stands and since when, in a sentence. */
export function Standing({ entry }: { entry: Entry }) {
  const [opened] = entry.opened;
  const { state, asked_at, agreed_until, has_yes, shown_at, answered_at, begins_on, joined_on } = entry;
  if (state === "asked" && asked_at)
    return (
      <>
        Asked <Moment value={asked_at} hasTime />, {agoWords(asked_at)}
        {entry.question?.is_by_phone && (
          <>
            , by phone, by <bdi>{entry.question.asked_by ?? "a former colleague"}</bdi>
          </>
        )}
        {entry.reminders && entry.reminders.count > 0 && <Dated words="; reminded" value={entry.reminders.at} />}. No
        answer counts as no.{" "}
        {entry.question?.call_wanted_at && (
          <strong>
            They want to be rung first, <Moment value={entry.question.call_wanted_at} hasTime />.
          </strong>
        )}
      </>
    );
  if (state === "agreed") {
    if (!has_yes) return "Their yes has ended: ask again.";
    return (
      <>
        Said yes
        <Dated words=", valid until" value={agreed_until} />.
      </>
    );
  }
  if (state === "accepted" || state === "joined") {
    return (
      <>
        <Dated words="Begins on" value={begins_on} end=". " />
        <Dated words="Joined on" value={joined_on} end=". " />
        <Said {...entry} />
      </>
    );
  }
  const shown = shown_at && (
    <>
      Shown <Moment value={shown_at} hasTime />,{" "}
      {opened ? <Dated words="opened" value={opened.day} /> : "not opened yet"}.{" "}
    </>
  );
  if (shown && isShown(state)) {
    return (
      <>
        {shown}
        {state === "shown" && !answered_at ? <Waiting answer_by={entry.answer_by} /> : <Said {...entry} />}
      </>
    );
  }
  if (isUnasked(entry) && entry.is_moved) {
    return "Their address or number has changed since you asked: ask again.";
  }
  if (isUnasked(entry) && entry.is_reconsidered) return "They said no, and want to be asked after all: ask again.";
  if (isUnasked(entry)) return "The card has changed since you asked: ask again.";
  if (entry.is_application_withdrawn) {
    return (
      <>
        <Dated words="Applied" value={entry.applied_at ?? null} />, and withdrew it before they were asked.
      </>
    );
  }
  if (state === "withdrawn") return shown ? <>{shown}They have taken their yes back.</> : "They said no to this job.";
  return state === "closed" ? (
    <>
      {shown}
      {closedWords(entry)}
    </>
  ) : null;
}
