import { Moment } from "~/ui/pieces/moment";
import { Unread } from "~/ui/pieces/unread";
import type { WaitingMessages } from "./dashboard.server";
import { dashboardPathWith } from "./own-filters";
import { requirementPathFor } from "~/features/requirements/requirement-frame";

/** More than this the database does not count. */
const MOST_COUNTED = 99;

/** How many requirements, as far as they are counted. */
export function countWords(requirements: number): string {
  return requirements > MOST_COUNTED ? `${MOST_COUNTED}+` : String(requirements);
}

/** What of the team's words waits for somebody of the company: above the list of the dashboard. */
export function WaitingMessagesSection({ messages }: { messages: WaitingMessages }) {
  const { newest, requirements } = messages;
  if (newest.length === 0) return null;
  const others = requirements - newest.length;
  return (
    <section aria-labelledby="waiting">
      <h2 id="waiting" className="mb-3 text-xl">
        Waiting for you
      </h2>
      <ul className="records">
        {newest.map(({ id, job_title, unread, last_at }) => {
          const path = requirementPathFor("company", id);
          return (
            <li key={id}>
              <h3>
                <a href={path}>
                  <bdi>{job_title}</bdi>
                </a>
              </h3>
              <p>
                <Unread count={unread} path={`${path}/messages`} />
                <span className="hint">
                  , {unread > 1 && "the last "}on <Moment value={last_at} hasTime />
                </span>
              </p>
            </li>
          );
        })}
      </ul>
      {others > 0 && (
        <p className="hint mt-3">
          And on {requirements > MOST_COUNTED ? "more" : others} {others === 1 ? "other requirement" : "others"}:{" "}
          <a href={`${dashboardPathWith({ unread: "yes" })}#requirements`}>
            see all {countWords(requirements)} with unread messages
          </a>
          .
        </p>
      )}
    </section>
  );
}
