import { counted } from "~/lib/format/counts";
import { ButtonLink } from "~/ui/forms/button";
import { Part } from "~/ui/layout/part";
import { DueDay, Moment } from "~/ui/pieces/moment";
import type { Waiting } from "./dashboard.server";
import { listPathWith } from "./own-filters";
import { requirementPathFor } from "~/features/requirements/frame/requirement-frame";

/** More than this the database does not count. */
const MOST_COUNTED = 99;

/** How many requirements, as far as they are counted. */
export function countWords(requirements: number): string {
  return requirements > MOST_COUNTED ? `${MOST_COUNTED}+` : String(requirements);
}

/** The candidates about whom a member of the company answers, each line the way to their cards. */
function WaitingCandidates({ candidates: { first } }: Pick<Waiting, "candidates">) {
  return first.map(({ id, job_title, waiting, answer_by }) => (
    <li key={id}>
      <div>
        <h3>{waiting === 1 ? "1 candidate waits" : `${waiting} candidates wait`} for your answer</h3>
        <p>
          <a href={requirementPathFor("company", id)}>
            <bdi>{job_title}</bdi>
          </a>
          , by <DueDay value={answer_by} />
        </p>
      </div>
      <ButtonLink href={requirementPathFor("company", id, "candidates")}>
        Answer<span className="sr-only"> about candidates for {job_title}</span>
      </ButtonLink>
    </li>
  ));
}

/** What of the team's words waits for a member of the company. */
function WaitingMessages({ messages: { newest } }: Pick<Waiting, "messages">) {
  return newest.map(({ id, job_title, unread, last_at }) => {
    const path = requirementPathFor("company", id);
    return (
      <li key={id}>
        <div>
          <h3>{counted(unread, "new message")}</h3>
          <p>
            <a href={path}>
              <bdi>{job_title}</bdi>
            </a>
            , {unread > 1 && "the last "}on <Moment value={last_at} hasTime />
          </p>
        </div>
        <ButtonLink href={`${path}/messages`} variant="outline">
          Read<span className="sr-only"> about {job_title}</span>
        </ButtonLink>
      </li>
    );
  });
}

/** What of the team's words somebody has read and nobody answered: it stays until they do, or say that none is needed. */
function UnansweredMessages({ messages: { unanswered } }: Pick<Waiting, "messages">) {
  return unanswered.map(({ id, job_title, since }) => (
    <li key={id}>
      <div>
        <h3>Your recruiter waits for your answer</h3>
        <p>
          <a href={requirementPathFor("company", id)}>
            <bdi>{job_title}</bdi>
          </a>
          , since <Moment value={since} hasTime />
        </p>
      </div>
      <ButtonLink href={requirementPathFor("company", id, "messages")} variant="outline">
        Answer<span className="sr-only"> the messages about {job_title}</span>
      </ButtonLink>
    </li>
  ));
}

/** What waits for a member of the company: above the list of the dashboard. */
export function WaitingSection({ messages, candidates }: Waiting) {
  const { newest, requirements, unanswered } = messages;
  if (newest.length + unanswered.length + candidates.first.length === 0) return null;
  const others = requirements - newest.length;
  const otherCandidates = candidates.requirements - candidates.first.length;
  return (
    <Part id="waiting" title="Waiting for you" className="empty" heading="text-lg">
      <ul className="todo">
        <WaitingCandidates candidates={candidates} />
        <WaitingMessages messages={messages} />
        <UnansweredMessages messages={messages} />
      </ul>
      {otherCandidates > 0 && (
        <p className="hint mt-3">
          Candidates for {otherCandidates} {otherCandidates === 1 ? "other requirement" : "others"} wait as well: the
          list shows which.
        </p>
      )}
      {others > 0 && (
        <p className="hint mt-3">
          And on {requirements > MOST_COUNTED ? "more" : others} {others === 1 ? "other requirement" : "others"}:{" "}
          <a href={listPathWith({ unread: "yes" })}>see all {countWords(requirements)} with unread messages</a>.
        </p>
      )}
    </Part>
  );
}
