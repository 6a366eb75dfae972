import { data, redirect } from "react-router";
import type { Route } from "./+types/several";
import { titled } from "~/content/company";
import { changeSeveral } from "~/features/inbox/changes.server";
import { pathOf, readView } from "~/features/inbox/filters";
import { kinds, ticketOf } from "~/features/inbox/lines";
import { inboxMessages, refusalNotice } from "~/features/inbox/messages";
import { loadFound, loadWithSenders } from "~/features/inbox/sent.server";
import { senderOf, senderWords, subjectOf } from "~/features/inbox/sender";
import { readSeveral, wordsOf } from "~/features/inbox/several";
import { everyName } from "~/features/team/names";
import { formContext, type Context } from "~/lib/http/context";
import { NO_ENTRIES } from "~/lib/forms/form";
import { formResponse, isAfterPost } from "~/lib/forms/form.server";
import { logFailure } from "~/lib/observe/log.server";
import { pageMeta } from "~/lib/http/meta";
import { isActionLimited } from "~/lib/limits/rate-limit.server";
import { labelOf } from "~/lib/format/schema";
import { notify } from "~/lib/http/toast.server";
import { loadTeamPage, requireUserId, requireChanged, team } from "~/pages/team";
import { Button, ButtonLink } from "~/ui/forms/button";
import { PageHeader } from "~/ui/layout/page-header";
import { Unavailable } from "~/ui/layout/unavailable";

export const handle = { isPrivate: true };

export const middleware: Route.MiddlewareFunction[] = [team];

export function meta() {
  return pageMeta(titled("Change several"), "What is to be changed, before it is.");
}

/** What was ticked, as it is now, and what is to be done with it. Nothing is done by looking. */
export async function loader({ url, context }: Route.LoaderArgs) {
  const asked = readSeveral(isAfterPost(context) ? context.get(formContext) : url.searchParams);
  const { tickets, act } = asked;
  const { answer, ...shared } = await loadTeamPage(context, url, () =>
    loadWithSenders(
      context,
      tickets.map(({ id }) => id),
    ),
  );
  const page = { ...shared, view: readView(url.searchParams) };
  if (!answer.ok) {
    const notice = isAfterPost(context) ? undefined : inboxMessages.notShown(answer.message);
    return data({ ...page, tickets, items: undefined, act, notice }, { status: answer.status });
  }
  const isAsked = answer.value.length > 0 && act !== undefined;
  const shown = { ...page, tickets, items: answer.value, act, notice: isAsked ? undefined : inboxMessages.noneTicked };
  return isAsked ? shown : data(shown, { status: 400 });
}

/** What some lines are about; nothing of those that are gone, or that the backend can't tell just now. */
async function titlesOf(context: Context, ids: readonly string[]): Promise<string[]> {
  const found = await loadFound(context, ids);
  return found.ok ? found.value.map(({ sent }) => subjectOf(sent)) : [];
}

/** Does it, with each as it was seen; says which were not changed since somebody else had. */
export async function action({ context, url }: Route.ActionArgs) {
  const { tickets, act } = readSeveral(context.get(formContext));
  if (tickets.length === 0 || !act) return formResponse(NO_ENTRIES, 400);
  const actor = await requireUserId(context);
  if (actor.ok && (await isActionLimited(context, actor.value))) return formResponse(NO_ENTRIES, 429);
  const changed = actor.ok ? requireChanged(await changeSeveral(context, tickets, act)) : actor;
  if (!changed.ok) {
    logFailure(context, changed, "inbox items not changed");
    notify(context, refusalNotice(changed, false));
    return formResponse(NO_ENTRIES, changed.status);
  }
  const left = changed.value.filter(({ outcome }) => outcome !== "changed").map(({ id }) => id);
  const titles = await titlesOf(context, left);
  notify(context, inboxMessages.several(changed.value.length - left.length, left.length, titles));
  return redirect(pathOf(readView(url.searchParams)));
}

/** Lists what was ticked, and asks once. */
export default function SeveralPage({ loaderData }: Route.ComponentProps) {
  const { items, tickets, act, view, team } = loaderData;
  const words = act && tickets.length > 0 ? wordsOf(act, tickets.length, team && everyName({ team })) : undefined;
  return (
    <div className="narrow pb-16">
      <PageHeader title={words?.title ?? "Change several"} isWork />
      <form method="post" className="wrap grid gap-6">
        {!items && <Unavailable />}
        {items && items.length > 0 && (
          <ul className="lines">
            {items.map((item) => (
              <li key={item.id}>
                <bdi>{subjectOf(item.sent)}</bdi>{" "}
                <span className="hint">
                  {labelOf(kinds, item.kind)} from <bdi>{senderWords(senderOf(item.sent))}</bdi>
                </span>
              </li>
            ))}
          </ul>
        )}
        {tickets.map(({ id, seen }) => (
          <input key={id} type="hidden" name="item" value={ticketOf({ id, version: seen })} />
        ))}
        {act && <input type="hidden" name="act" value={"state" in act ? act.state : act.person || "nobody"} />}
        <p className="actions">
          {words && <Button>{words.button}</Button>}
          <ButtonLink href={pathOf(view)} variant="outline">
            Back to the inbox
          </ButtonLink>
        </p>
      </form>
    </div>
  );
}
