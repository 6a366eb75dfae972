import { Moment } from "~/ui/pieces/moment";
import { draftPath } from "~/lib/forms/draft-saving";
import type { ListedDraft } from "~/features/requirements/client/dashboard.server";

/** What a draft is called before anybody has given it a title. */
const UNTITLED = "Without a title";

/** What a draft is called: by the title that was typed, if one was. */
export function titleOf(typed: unknown): string {
  return typeof typed === "string" && typed.trim() !== "" ? typed.trim() : UNTITLED;
}

/** Where a draft is deleted, after being asked once. */
function deletionPath(id: string): string {
  return `/client-dashboard/drafts/${id}/delete`;
}

/** What a company has begun to file, the latest first: who saved it when, and the ways on. */
export function DraftList({ drafts }: { drafts: readonly ListedDraft[] }) {
  return (
    <ul className="records drafts">
      {drafts.map(({ id, title, saved_by, updated_at }) => (
        <li key={id}>
          <div className="grid gap-2">
            <h3>
              <a href={draftPath(id)}>
                <bdi>{titleOf(title)}</bdi>
              </a>
            </h3>
            <p className="hint">
              Saved {saved_by !== null && <>by {saved_by} </>}on <Moment value={updated_at} hasTime />
            </p>
          </div>
          <p className="ways no-print">
            <a href={draftPath(id)}>
              Continue editing<span className="sr-only"> {titleOf(title)}</span>
            </a>{" "}
            <a href={deletionPath(id)}>
              Delete<span className="sr-only"> {titleOf(title)}</span>
            </a>
          </p>
        </li>
      ))}
    </ul>
  );
}
