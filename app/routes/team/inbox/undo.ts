import { redirect } from "react-router";
import type { Route } from "./+types/undo";
import { undoAct, type Undone } from "~/features/inbox/item/changes.server";
import { itemPath, pathOf, readView } from "~/features/inbox/filters";
import { inboxNotices, refusalNotice } from "~/features/inbox/notices";
import { everyName } from "~/features/team/names";
import { isRowId } from "~/lib/format/schema";
import type { Context } from "~/lib/http/context";
import { notify } from "~/lib/http/notice.server";
import { isActionLimited } from "~/lib/limits/rate-limit.server";
import { logFailure } from "~/lib/observe/log.server";
import { askFrame, requireChanged, requireUserId, throwNotFoundForTeam } from "~/pages/team";

/** There is nothing to look at. */
export function loader({ context, url }: Route.LoaderArgs): Promise<never> {
  return throwNotFoundForTeam(context, url);
}

/** Who has changed something since, by name, each once. */
async function namesOf(context: Context, changed: Undone[]): Promise<string[]> {
  if (changed.length === 0) return [];
  const { frame } = await askFrame(context);
  const names = frame.ok ? everyName(frame.value) : {};
  return [...new Set(changed.map(({ person }) => (person && names[person]) ?? "Somebody else"))];
}

/** Puts back what a form has done, by its id in the address; then leads to the item, or to the list of several. */
export async function action({ context, url }: Route.ActionArgs) {
  const view = readView(url.searchParams);
  const act = url.searchParams.get("act") ?? "";
  if (!isRowId(act)) return throwNotFoundForTeam(context, url);
  const actor = await requireUserId(context);
  if (actor.ok && (await isActionLimited(context, actor.value))) return redirect(pathOf(view));
  const undone = actor.ok ? requireChanged(await undoAct(context, act)) : actor;
  if (!undone.ok) {
    logFailure(context, undone, "act not undone");
    notify(context, refusalNotice(undone, false));
    return redirect(pathOf(view));
  }
  const changed = undone.value.filter(({ outcome }) => outcome === "changed");
  notify(
    context,
    inboxNotices.undone({
      restored: undone.value.length - changed.length,
      changed: changed.length,
      whoElse: await namesOf(context, changed),
      hasReply: undone.value.some(({ has_reply }) => has_reply),
    }),
  );
  const [only] = undone.value.length === 1 ? undone.value : [];
  return redirect(only ? pathOf(view, itemPath(only.item_id)) : pathOf(view));
}

export default function UndoPage() {
  return null;
}
