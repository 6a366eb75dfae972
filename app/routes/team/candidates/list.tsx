import type { Route } from "./+types/list";
import { CandidateTable } from "~/features/candidates/team/candidate-table";
import { listPath, pathOf, readFilters } from "~/features/candidates/team/filters";
import { loadCandidates } from "~/features/candidates/team/list.server";
import { SearchWords } from "~/features/search/search-words";
import { pageMeta } from "~/lib/http/meta";
import { loadSearchedList } from "~/pages/searched-list";
import { withStatus } from "~/pages/page";
import { Button, ButtonLink } from "~/ui/forms/button";
import { LabelledInput } from "~/ui/forms/labelled";
import { PageHeader } from "~/ui/layout/page-header";
import { Pages } from "~/ui/layout/pages";
import { Unavailable } from "~/ui/layout/unavailable";

export const handle = { list: "list" };

const TITLE = "Candidates";

export const meta = () => pageMeta(TITLE, "People who look for work, and the jobs they are in process for.");

export async function loader({ url, context }: Route.LoaderArgs) {
  return withStatus(await loadSearchedList(context, url, readFilters(url.searchParams), loadCandidates));
}

/** All candidates, for the team. */
export default function CandidatesPage({ loaderData }: Route.ComponentProps) {
  const { asked, mended, filters, isFirst, account } = loaderData;
  const list = loaderData.answer.ok ? loaderData.answer.value.found : undefined;
  const { words = "", city = "" } = filters;
  const isNarrowed = Object.keys(filters).length > 0;
  return (
    <div className="wrap pb-16">
      <PageHeader title={TITLE} isWork>
        <div className="row-forms no-print">
          {account?.team?.mayExport && <a href={pathOf(filters, "/team/export/candidates.csv")}>Download as CSV</a>}
          <ButtonLink href={`${listPath}/new`}>New Candidate</ButtonLink>
        </div>
      </PageHeader>
      <form method="get" action={listPath} role="search" aria-label="Candidates" className="find-own no-print">
        <LabelledInput
          name="words"
          label="Words, skills or a number"
          type="search"
          defaultValue={words}
          maxLength={200}
        />
        <LabelledInput name="city" label="City" type="search" defaultValue={city} maxLength={200} />
        <Button variant="outline">Show</Button>
        {isNarrowed && <a href={listPath}>Show all</a>}
      </form>
      <section id="list" aria-label="The list">
        {!list && <Unavailable />}
        {mended && asked.words !== undefined && <SearchWords words={asked.words} mended={mended} />}
        {list?.rows.length === 0 &&
          (isNarrowed ? (
            <p className="empty">
              No match for “<bdi>{[words, city].filter(Boolean).join(", ")}</bdi>”.
            </p>
          ) : (
            <p className="empty">No candidates yet. Those you add to a requirement appear here too.</p>
          ))}
        {list && list.rows.length > 0 && <CandidateTable candidates={list.rows} />}
        {list && <Pages path={listPath} search={filters} next={list.next} isFirst={isFirst} />}
      </section>
    </div>
  );
}
