import { redirect } from "react-router";
import type { Route } from "./+types/undo";
import { undoAct, type Undone } from "~/features/inbox/item/changes.server";
import { itemPath, pathOf, readView } from "~/features/inbox/filters";
import { inboxNotices, refusalNotice } from "~/features/inbox/notices";
import { everyName } from "~/features/team/names";
import { NO_ENTRIES } from "~/lib/forms/form";
import { isRowId } from "~/lib/schema/fields";
import type { Context } from "~/lib/http/context";
import { makeChange } from "~/pages/change";
import { askFrame, throwNotFoundForTeam } from "~/pages/team";

/** There is nothing to look at. */
export function loader({ context, url }: Route.LoaderArgs): Promise<never> {
  return throwNotFoundForTeam(context, url);
}

/** Who has changed something since, by name, each once. */
async function namesOf(context: Context, changed: Undone[]): Promise<string[]> {
  if (changed.length === 0) return [];
  const { frame } = await askFrame(context);
  const names = frame.ok ? everyName(frame.value) : {};
  return [...new Set(changed.map(({ person }) => (person && names[person]) ?? "Someone else"))];
}

/** Puts back what a form has done, by its id in the address; then leads to the item, or to the list of several. */
export async function action({ context, url }: Route.ActionArgs) {
  const view = readView(url.searchParams);
  const act = url.searchParams.get("act") ?? "";
  if (!isRowId(act)) return throwNotFoundForTeam(context, url);
  const answer = await makeChange(context, {
    state: NO_ENTRIES,
    act: () => undoAct(context, act),
    failed: "act not undone",
    notDone: (failure) => refusalNotice(failure, false),
    done: async (undone) => {
      const changed = undone.filter(({ outcome }) => outcome === "changed");
      const notice = inboxNotices.undone({
        restored: undone.length - changed.length,
        changed: changed.length,
        whoElse: await namesOf(context, changed),
        hasReply: undone.some(({ has_reply }) => has_reply),
      });
      const [only] = undone.length === 1 ? undone : [];
      return { notice, path: only ? pathOf(view, itemPath(only.item_id)) : pathOf(view) };
    },
  });
  // There is no page of its own to say on why it was not.
  return answer instanceof Response ? answer : redirect(pathOf(view), 303);
}

export default function UndoPage() {
  return null;
}
