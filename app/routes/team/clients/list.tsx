import type { Route } from "./+types/list";
import { ClientList } from "~/features/clients/client-parts";
import { loadClients } from "~/features/clients/clients.server";
import { SearchWords } from "~/features/search/search-words";
import { pageMeta } from "~/lib/http/meta";
import { searchWords } from "~/lib/schema/fields";
import { loadSearchedList } from "~/pages/searched-list";
import { withStatus } from "~/pages/page";
import { Button } from "~/ui/forms/button";
import { LabelledInput } from "~/ui/forms/labelled";
import { Pages } from "~/ui/layout/pages";
import { Part } from "~/ui/layout/part";
import { Unavailable } from "~/ui/layout/unavailable";
import { WorkPage } from "~/ui/layout/work/work-page";

const TITLE = "Clients";
const LEAD = "The companies, their people and what they have filed.";

export const meta = () => pageMeta(TITLE, LEAD);

export async function loader({ url, context }: Route.LoaderArgs) {
  const words = searchWords().parse(url.searchParams.get("words") ?? undefined);
  return withStatus(await loadSearchedList(context, url, { words }, loadClients));
}

/** All companies, for the team. */
export default function ClientsPage({ loaderData }: Route.ComponentProps) {
  const { asked, mended, filters, isFirst } = loaderData;
  const list = loaderData.answer.ok ? loaderData.answer.value.found : undefined;
  return (
    <WorkPage title={TITLE} lead={LEAD} className="work-list">
      <form method="get" action="/team/clients" role="search" aria-label="Clients" className="grid gap-4 no-print">
        <LabelledInput name="words" label="Search" type="search" defaultValue={filters.words ?? ""} maxLength={200} />
        <Button variant="outline">Show</Button>
      </form>
      <Part id="list" title="The list" heading="sr-only">
        {!list && <Unavailable />}
        {mended && asked.words !== undefined && <SearchWords words={asked.words} mended={mended} />}
        {list?.rows.length === 0 && <p className="empty">There is no such company.</p>}
        {list && <ClientList clients={list.rows} />}
        {list && <Pages path="/team/clients" search={filters} next={list.next} isFirst={isFirst} />}
      </Part>
    </WorkPage>
  );
}
