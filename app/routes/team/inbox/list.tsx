import { data } from "react-router";
import type { Route } from "./+types/list";
import { company } from "~/content/company";
import { templatesPath } from "~/features/inbox/templates/templates";
import { takeOne } from "~/features/inbox/item/changes.server";
import {
  groupPath,
  isFiltered,
  isNarrowed,
  isUngrouped,
  itemPath,
  LIST,
  pathOf,
  readFilters,
  readPlace,
  readView,
  sortingOf,
  type Filters,
  type Place,
} from "~/features/inbox/filters";
import { FILTERS, InboxFilters } from "~/features/inbox/list/inbox-filters";
import { InboxTable } from "~/features/inbox/list/inbox-table";
import { groups, states } from "~/features/inbox/list/items";
import { loadChangeable, loadInbox, type InboxPage } from "~/features/inbox/list/list.server";
import { labelOf } from "~/lib/schema/fields";
import { inboxNotices, refusalNotice } from "~/features/inbox/notices";
import { versionedIdSchema } from "~/lib/schema/versioned-id";
import { BulkForm } from "~/features/inbox/list/bulk-form";
import { searchTwice } from "~/features/search/search.server";
import { SearchWords } from "~/features/search/search-words";
import { colleagues, everyName } from "~/features/team/names";
import { foundCount } from "~/lib/format/counts";
import { formContext, type Context } from "~/lib/http/context";
import { NO_ENTRIES } from "~/lib/forms/form";
import { formResponse, isAfterPost } from "~/lib/forms/form.server";
import { pageMeta } from "~/lib/http/meta";
import type { Result } from "~/lib/result";
import { makeChange } from "~/pages/change";
import { loadTeamPage } from "~/pages/team";
import { Button, ButtonLink } from "~/ui/forms/button";
import { OwnedForm } from "~/ui/forms/owned-form";
import { PageHeader } from "~/ui/layout/page-header";
import { Pages } from "~/ui/layout/pages";
import { GroupLinks } from "~/ui/pieces/group-links";

export const handle = { list: LIST };

export const meta = () => pageMeta("Inbox", "What has come in, by what needs doing.");

/** A page of the list; where it is narrowed down, with how many of it can be changed at once. */
async function findPage(context: Context, filters: Filters, place: Place | undefined): Promise<Result<InboxPage>> {
  const [page, changeable] = await Promise.all([
    loadInbox(context, filters, place),
    isNarrowed(filters) ? loadChangeable(context, filters) : undefined,
  ]);
  if (!page.ok) return page;
  if (changeable && !changeable.ok) return changeable;
  return { ok: true, value: { ...page.value, total: changeable?.value.total } };
}

export async function loader({ url, context }: Route.LoaderArgs) {
  const asked = readFilters(url.searchParams);
  const place = readPlace(url.searchParams);
  const { answer, ...page } = await loadTeamPage(context, url, () =>
    searchTwice(
      context,
      asked.words,
      (words) => findPage(context, { ...asked, words }, place),
      ({ items }) => !place && items.length === 0,
    ),
  );
  const mended = answer.ok ? answer.value.mended : null;
  const words = mended?.isShown ? mended.words : asked.words;
  const filters = { ...asked, words };
  const view = { ...readView(url.searchParams), words };
  const isClosed = isUngrouped(url.searchParams, asked);
  const shown = { ...page, asked, filters, view, isClosed, isFirstPage: !place };
  const clock = { now: new Date(), zone: company.timeZone };
  if (answer.ok) return { ...shown, clock, inbox: answer.value.found, mended: answer.value.mended, notice: undefined };
  const notice = isAfterPost(context) ? undefined : inboxNotices.notShown(answer.message);
  return data({ ...shown, clock, inbox: undefined, mended: null, notice }, { status: answer.status });
}

/** Takes the next item, of the kind that is shown, or the one whose button was pressed. */
export async function action({ context, url }: Route.ActionArgs) {
  const body = context.get(formContext);
  const versionedId = versionedIdSchema.safeParse(body.get("take"));
  if (!versionedId.success && body.get("intent") !== "next") return formResponse(NO_ENTRIES, 400);
  const view = readView(url.searchParams);
  return makeChange(context, {
    state: NO_ENTRIES,
    act: () => takeOne(context, versionedId.data, view.kind),
    failed: "inbox item not taken",
    notDone: (failure) => refusalNotice(failure, false),
    done: (id) =>
      id === null
        ? { notice: inboxNotices.nothingLeft, path: pathOf(view) }
        : { notice: inboxNotices.taken, path: pathOf(view, itemPath(id)) },
  });
}

type LoaderData = Route.ComponentProps["loaderData"];

function Empty({ filters }: Pick<LoaderData, "filters">) {
  const { words } = filters;
  return (
    <div className="empty">
      <h2 className="text-xl">
        {isNarrowed({ ...filters, words: undefined }) ? "Nothing of this kind" : "Nothing"}
        {words === undefined ? (
          !isNarrowed(filters) && " to do"
        ) : (
          <>
            {" "}
            for “<bdi>{words}</bdi>”
          </>
        )}
      </h2>
      <p>{isNarrowed(filters) ? <a href="/team">Show everything to do</a> : "New items appear here at once."}</p>
    </div>
  );
}

/** How much of a search is shown, and where it has looked. */
function foundWords(
  { items, next }: NonNullable<LoaderData["inbox"]>,
  { state, group }: LoaderData["filters"],
): string {
  const places = [group && `“${labelOf(groups, group)}”`, state && labelOf(states, state).toLowerCase()].filter(
    Boolean,
  );
  return `${foundCount(items.length, next)}, in ${places.join(", ") || "all states"}`;
}

/** The team's inbox. */
export default function InboxPage({ loaderData }: Route.ComponentProps) {
  const { account, inbox, asked, mended, filters, view, isClosed, clock, userId, team, counts, isFirstPage } =
    loaderData;
  const people = colleagues(team);
  const { sort, order, ...others } = filters;
  return (
    <div className="wrap inbox-page">
      <div>
        <PageHeader title="Inbox" isWork>
          <a href={`#${FILTERS}`} className="to-filters no-print">
            Filter
          </a>
          <OwnedForm className="actions no-print">
            <Button name="intent" value="next">
              Take the Next One
            </Button>
            <ButtonLink href="/team/inbox/new" variant="outline">
              New Enquiry{" "}
            </ButtonLink>
          </OwnedForm>
        </PageHeader>
        {counts && (
          <GroupLinks
            groups={groups}
            counts={counts}
            isNarrowed={isFiltered(filters)}
            current={filters.group}
            pathTo={(group) => groupPath(filters, group)}
          />
        )}
        {isClosed && <p className="mb-3">What is closed has no groups.</p>}
        {asked.words !== undefined && inbox && isFirstPage && (
          <SearchWords
            words={asked.words}
            mended={mended}
            {...(inbox.items.length > 0 && { found: foundWords(inbox, filters) })}
            {...(isNarrowed({ ...filters, words: undefined }) && {
              all: ["Search the whole inbox", pathOf({ words: filters.words })],
            })}
          />
        )}
        {sort && sortingOf(others) === undefined && (
          <p className="mb-3">
            Sorted{order === "desc" && ", the last first"}. <a href={pathOf(others)}>Show it in groups</a>
          </p>
        )}
        <div id={LIST}>
          {!inbox && <p>Open this page again in a moment.</p>}
          {inbox?.items.length === 0 && isFirstPage && <Empty filters={filters} />}
          {inbox && inbox.items.length > 0 && (
            <>
              <InboxTable
                items={inbox.items}
                counts={(!isFiltered(filters) && counts) || {}}
                filters={filters}
                view={view}
                clock={clock}
                userId={userId}
                names={everyName(loaderData)}
              />
              <BulkForm people={people} view={view} total={inbox.total} />
              {account?.team?.mayExport && (
                <p className="mt-6 no-print">
                  <a href={pathOf(filters, "/team/export/inbox.csv")}>Download as CSV</a>
                </p>
              )}
            </>
          )}
          {inbox && (
            <Pages
              path="/team"
              search={filters}
              next={inbox.next}
              isFirst={isFirstPage}
              isEmpty={inbox.items.length === 0}
              place="after"
              words={["First page", "Next page"]}
            />
          )}
        </div>
        <p className="mt-6 no-print">
          <a href={templatesPath}>Answers we keep</a>
        </p>
      </div>
      <InboxFilters filters={filters} people={people.filter(([id]) => id !== userId)} />
    </div>
  );
}
