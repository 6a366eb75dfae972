import type { Route } from "./+types/list";
import { ClientTable } from "~/features/clients/client-table";
import { loadClients } from "~/features/clients/clients.server";
import { listPath, readClientFilters } from "~/features/clients/filters";
import { SearchWords } from "~/features/search/search-words";
import { everyName } from "~/features/team/names";
import { foundCount } from "~/lib/format/counts";
import { pageMeta } from "~/lib/http/meta";
import { pathWith } from "~/lib/http/path";
import { loadSearchedList } from "~/pages/searched-list";
import { withStatus } from "~/pages/page";
import { Button } from "~/ui/forms/button";
import { LabelledInput } from "~/ui/forms/labelled";
import { PageHeader } from "~/ui/layout/page-header";
import { Pages } from "~/ui/layout/pages";
import { Unavailable } from "~/ui/layout/unavailable";

const TITLE = "Clients";

export const meta = () => pageMeta(TITLE, "The companies, what is open for them and who is in charge.");

export async function loader({ url, context }: Route.LoaderArgs) {
  return withStatus(await loadSearchedList(context, url, readClientFilters(url.searchParams), loadClients));
}

/** All companies, for the team. */
export default function ClientsPage({ loaderData }: Route.ComponentProps) {
  const { asked, mended, filters, isFirst } = loaderData;
  const list = loaderData.answer.ok ? loaderData.answer.value.found : undefined;
  return (
    <div className="wrap pb-16">
      <PageHeader title={TITLE} isWork />
      <form method="get" action={listPath} role="search" aria-label="Clients" className="pick mb-4 no-print">
        <LabelledInput name="words" label="Search" type="search" defaultValue={filters.words ?? ""} maxLength={200} />
        {filters.sort && <input type="hidden" name="sort" value={filters.sort} />}
        <Button variant="outline">Show</Button>
      </form>
      <section id="list" aria-label="The list">
        {filters.sort && (
          <p className="mb-3">
            {filters.sort === "name" ? "By name." : "The most open requirements first."}{" "}
            <a href={pathWith(listPath, { ...filters, sort: undefined })}>The newest first</a>
          </p>
        )}
        {!list && <Unavailable />}
        {list && asked.words !== undefined && isFirst && (
          <SearchWords
            words={asked.words}
            mended={mended}
            {...(list.rows.length > 0 && { found: foundCount(list.rows.length, list.next) })}
          />
        )}
        {list?.rows.length === 0 && isFirst && <p className="empty">There is no such company.</p>}
        {list && list.rows.length > 0 && (
          <ClientTable clients={list.rows} names={everyName(loaderData)} filters={filters} />
        )}
        {list && (
          <Pages
            path={listPath}
            search={filters}
            next={list.next}
            isFirst={isFirst}
            isEmpty={list.rows.length === 0}
            {...(filters.sort && { words: ["First", "Next"] })}
          />
        )}
      </section>
    </div>
  );
}
