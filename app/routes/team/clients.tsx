import type { Route } from "./+types/clients";
import { titled } from "~/content/company";
import { ClientList } from "~/features/clients/client-parts";
import { loadClients } from "~/features/clients/clients.server";
import { searchTwice } from "~/features/search/search.server";
import { SearchWords } from "~/features/search/search-words";
import { pageMeta } from "~/lib/http/meta";
import { searchWords } from "~/lib/format/schema";
import { loadTeamPage, team, withStatus } from "~/pages/team";
import { Button } from "~/ui/forms/button";
import { Labelled, labelledControl } from "~/ui/forms/labelled";
import { PageHeader } from "~/ui/layout/page-header";
import { Pages } from "~/ui/layout/pages";
import { Part } from "~/ui/layout/part";
import { Unavailable } from "~/ui/layout/unavailable";

export const handle = { isPrivate: true };

export const middleware: Route.MiddlewareFunction[] = [team];

const TITLE = "Clients";
const LEAD = "The companies, their people and what they have filed.";

export function meta() {
  return pageMeta(titled(TITLE), LEAD);
}

export async function loader({ url, context }: Route.LoaderArgs) {
  const asked = searchWords().parse(url.searchParams.get("words") ?? undefined);
  const before = url.searchParams.get("before");
  const page = await loadTeamPage(context, url, () =>
    searchTwice(
      context,
      asked,
      (words = "") => loadClients(context, words, before),
      ({ rows }) => rows.length === 0,
    ),
  );
  const mended = page.answer.ok ? page.answer.value.mended : null;
  return withStatus({ ...page, asked, mended, words: mended?.words ?? asked ?? "", isFirst: before === null });
}

/** All companies, for the team. */
export default function ClientsPage({ loaderData }: Route.ComponentProps) {
  const { asked, mended, words, isFirst } = loaderData;
  const list = loaderData.answer.ok ? loaderData.answer.value.found : undefined;
  return (
    <div className="pb-16">
      <PageHeader title={TITLE} lead={LEAD} isWork />
      <div className="wrap work-list">
        <form method="get" action="/team/clients" role="search" aria-label="Clients" className="grid gap-4 no-print">
          <Labelled name="words" label="Search">
            <input {...labelledControl({ name: "words" })} type="search" defaultValue={words} maxLength={200} />
          </Labelled>
          <Button variant="outline">Show</Button>
        </form>
        <Part id="list" title="The list" heading="sr-only">
          {!list && <Unavailable />}
          {mended && asked !== undefined && <SearchWords words={asked} mended={mended} />}
          {list?.rows.length === 0 && <p className="empty">There is no such company.</p>}
          {list && <ClientList clients={list.rows} />}
          {list && (
            <Pages path="/team/clients" search={words === "" ? {} : { words }} next={list.next} isFirst={isFirst} />
          )}
        </Part>
      </div>
    </div>
  );
}
