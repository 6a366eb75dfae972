import { data, redirect } from "react-router";
import type { Route } from "./+types/several";
import { titled } from "~/content/company";
import { changeSeveral } from "~/features/inbox/changes.server";
import { kinds, labelOf, namesOf, ticketOf } from "~/features/inbox/lines";
import { inboxMessages, refusalNotice } from "~/features/inbox/messages";
import { loadFound } from "~/features/inbox/sent.server";
import { subjectOf } from "~/features/inbox/sender";
import { readSeveral, wordsOf } from "~/features/inbox/several";
import { formContext } from "~/lib/context";
import { NO_ENTRIES } from "~/lib/form";
import { formResponse, isAfterPost } from "~/lib/form.server";
import { logFailure } from "~/lib/log.server";
import { pageMeta } from "~/lib/meta";
import { isTooBusy } from "~/lib/rate-limit.server";
import { notify } from "~/lib/toast.server";
import { askTeam, requireActor, requireChanged, team } from "~/middleware/team";
import { Button, ButtonLink } from "~/ui/button";
import { PageHeader } from "~/ui/page-header";
import { Unavailable } from "~/ui/unavailable";

export const handle = { isPrivate: true };

export const middleware: Route.MiddlewareFunction[] = [team];

export function meta() {
  return pageMeta(titled("Change several"), "What is to be changed, before it is.");
}

/** What was ticked, as it is now, and what is to be done with it. Nothing is done by looking. */
export async function loader({ url, context }: Route.LoaderArgs) {
  const asked = readSeveral(isAfterPost(context) ? context.get(formContext) : url.searchParams);
  const { tickets, act } = asked;
  const { answer, ...page } = await askTeam(context, url, () =>
    loadFound(
      context,
      tickets.map(({ id }) => id),
    ),
  );
  if (!answer.ok) {
    const notice = isAfterPost(context) ? undefined : inboxMessages.notShown(answer.message);
    return data({ ...page, tickets, items: undefined, act, notice }, { status: answer.status });
  }
  const isAsked = answer.value.length > 0 && act !== undefined;
  const shown = { ...page, tickets, items: answer.value, act, notice: isAsked ? undefined : inboxMessages.noneTicked };
  return isAsked ? shown : data(shown, { status: 400 });
}

/** Does it, with each as it was seen; says how many were not changed since somebody else had. */
export async function action({ context }: Route.ActionArgs) {
  const { tickets, act } = readSeveral(context.get(formContext));
  if (tickets.length === 0 || !act) return formResponse(NO_ENTRIES, 400);
  const actor = await requireActor(context);
  if (actor.ok && (await isTooBusy(context, actor.value))) return formResponse(NO_ENTRIES, 429);
  const changed = actor.ok ? requireChanged(await changeSeveral(context, tickets, act)) : actor;
  if (!changed.ok) {
    logFailure(context, changed, "inbox items not changed");
    notify(context, refusalNotice(changed));
    return formResponse(NO_ENTRIES, changed.status);
  }
  const count = changed.value.filter((outcome) => outcome === "changed").length;
  notify(context, inboxMessages.several(count, tickets.length - count));
  return redirect("/team");
}

/** Lists what was ticked, and asks once. */
export default function SeveralPage({ loaderData }: Route.ComponentProps) {
  const { items, tickets, act, team: members } = loaderData;
  const words = act && tickets.length > 0 ? wordsOf(act, tickets.length, members && namesOf(members)) : undefined;
  return (
    <div className="narrow pb-16">
      <PageHeader title={words?.title ?? "Change several"} isWork />
      <form method="post" className="wrap grid gap-6">
        {!items && <Unavailable />}
        {items && items.length > 0 && (
          <ul className="lines">
            {items.map((item) => (
              <li key={item.id}>
                {subjectOf(item.sent)} <span className="hint">{labelOf(kinds, item.kind)}</span>
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
          <ButtonLink href="/team" variant="outline">
            Back to the inbox
          </ButtonLink>
        </p>
      </form>
    </div>
  );
}
