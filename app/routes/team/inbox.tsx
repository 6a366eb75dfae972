import { data, redirect } from "react-router";
import type { Route } from "./+types/inbox";
import { company, titled } from "~/content/company";
import { takeOne } from "~/features/inbox/changes.server";
import { isNarrowed, pathOf, readFilters, readPlace, sortingOf } from "~/features/inbox/filters";
import { InboxFilters } from "~/features/inbox/inbox-filters";
import { InboxTable } from "~/features/inbox/inbox-table";
import { namesOf } from "~/features/inbox/lines";
import { loadInbox } from "~/features/inbox/list.server";
import { inboxMessages, refusalNotice } from "~/features/inbox/messages";
import { ticketSchema } from "~/features/inbox/schema";
import { SeveralForm } from "~/features/inbox/several-form";
import { formContext } from "~/lib/context";
import { NO_ENTRIES } from "~/lib/form";
import { formResponse, isAfterPost } from "~/lib/form.server";
import { pageMeta } from "~/lib/meta";
import { isTooBusy } from "~/lib/rate-limit.server";
import { notify } from "~/lib/toast.server";
import { askTeam, requireActor, requireChanged, team } from "~/middleware/team";
import { Button, ButtonLink } from "~/ui/button";
import { PageHeader } from "~/ui/page-header";

export const handle = { isPrivate: true };

export const middleware: Route.MiddlewareFunction[] = [team];

export function meta() {
  return pageMeta(titled("Inbox"), "What has come in, by what needs doing.");
}

export async function loader({ url, context }: Route.LoaderArgs) {
  const filters = readFilters(url.searchParams);
  const place = readPlace(url.searchParams);
  const { answer, ...page } = await askTeam(context, url, () => loadInbox(context, filters, place));
  const shown = { ...page, filters, isFirstPage: !place, clock: { now: new Date(), zone: company.timeZone } };
  if (answer.ok) return { ...shown, inbox: answer.value, notice: undefined };
  const notice = isAfterPost(context) ? undefined : inboxMessages.notShown(answer.message);
  return data({ ...shown, inbox: undefined, notice }, { status: answer.status });
}

/** Takes the next line, or the one whose button was pressed. */
export async function action({ context, url }: Route.ActionArgs) {
  const body = context.get(formContext);
  const ticket = ticketSchema.safeParse(body.get("take"));
  if (!ticket.success && body.get("intent") !== "next") return formResponse(NO_ENTRIES, 400);
  const actor = await requireActor(context);
  if (actor.ok && (await isTooBusy(context, actor.value))) return formResponse(NO_ENTRIES, 429);
  const taken = actor.ok ? requireChanged(await takeOne(context, ticket.data)) : actor;
  if (!taken.ok) {
    notify(context, refusalNotice(taken));
    return formResponse(NO_ENTRIES, taken.status);
  }
  const id = taken.value;
  notify(context, id === null ? inboxMessages.nothingLeft : inboxMessages.taken);
  return redirect(id === null ? `/team${url.search}` : `/team/inbox/${id}`);
}

type LoaderData = Route.ComponentProps["loaderData"];

function Empty({ filters }: Pick<LoaderData, "filters">) {
  return (
    <div className="empty">
      <h2 className="text-xl">{isNarrowed(filters) ? "Nothing of this kind" : "Nothing is to do"}</h2>
      <p>{isNarrowed(filters) ? <a href="/team">Show all that is to do</a> : "What comes in stands here at once."}</p>
    </div>
  );
}

function Pages({ filters, next, isFirstPage }: Pick<LoaderData, "filters" | "isFirstPage"> & { next: string | null }) {
  if (isFirstPage && next === null) return null;
  return (
    <nav className="actions mt-6" aria-label="Pages">
      {!isFirstPage && (
        <ButtonLink href={pathOf(filters)} variant="outline">
          First page
        </ButtonLink>
      )}
      {next !== null && (
        <ButtonLink href={pathOf({ ...filters, after: next })} variant="outline">
          Next page
        </ButtonLink>
      )}
    </nav>
  );
}

/** The team's inbox. */
export default function InboxPage({ loaderData }: Route.ComponentProps) {
  const { account, inbox, filters, clock, userId, team: members = [], counts = {}, isFirstPage } = loaderData;
  const people = members.map(({ user_id, display_name }) => [user_id, display_name] as const);
  const { sort, order, ...others } = filters;
  return (
    <div className="wrap inbox-page">
      <InboxFilters filters={filters} people={people.filter(([id]) => id !== userId)} />
      <div>
        <PageHeader title="Inbox" isWork>
          <form method="post" className="no-print">
            <Button name="intent" value="next">
              Take the next one
            </Button>
          </form>
        </PageHeader>
        {sort && sortingOf(others) === undefined && (
          <p className="mb-3">
            Sorted{order === "desc" && ", the last first"}. <a href={pathOf(others)}>Show it in groups</a>
          </p>
        )}
        {!inbox && <p>Open this page again in a moment.</p>}
        {inbox?.lines.length === 0 && <Empty filters={filters} />}
        {inbox && inbox.lines.length > 0 && (
          <>
            <InboxTable
              lines={inbox.lines}
              counts={isNarrowed(filters) ? {} : counts}
              filters={filters}
              clock={clock}
              userId={userId}
              names={namesOf(members)}
            />
            <SeveralForm people={people} />
            {account?.team?.mayExport && (
              <p className="mt-6 no-print">
                <a href={pathOf(filters, "/team/export/inbox.csv")}>Download as CSV</a>
              </p>
            )}
            <Pages filters={filters} next={inbox.next} isFirstPage={isFirstPage} />
          </>
        )}
      </div>
    </div>
  );
}
