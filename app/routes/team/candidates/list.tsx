import type { Route } from "./+types/list";
import { addCandidates, loadOwnRequirements, readTicked } from "~/features/candidates/team/finding/adding.server";
import { AddTicked, UnsentTicks } from "~/features/candidates/team/finding/add-ticked";
import { candidateNotices } from "~/features/candidates/notices";
import { importPath, listPath, pathOf, readFilters } from "~/features/candidates/team/finding/filters";
import { FindForm } from "~/features/candidates/team/finding/find-form";
import { FoundList } from "~/features/candidates/team/finding/found-list";
import { loadCandidates } from "~/features/candidates/team/finding/list.server";
import { SearchWords } from "~/features/search/search-words";
import { sentText } from "~/lib/forms/form";
import { formResponse, keepEntries } from "~/lib/forms/form.server";
import { formContext } from "~/lib/http/context";
import { pageMeta } from "~/lib/http/meta";
import { notify } from "~/lib/http/notice.server";
import { askAll } from "~/lib/result";
import { makeChange } from "~/pages/change";
import { loadSearchedList } from "~/pages/searched-list";
import { withStatus } from "~/pages/page";
import { ButtonLink } from "~/ui/forms/button";
import { SignInAgain } from "~/ui/forms/sign-in-again";
import { PageHeader } from "~/ui/layout/page-header";
import { Unavailable } from "~/ui/layout/unavailable";

export const handle = { list: "list" };

const TITLE = "Candidates";

export const meta = () => pageMeta(TITLE, "People who look for work: find them, and add them to a requirement.");

export async function loader({ url, context }: Route.LoaderArgs) {
  const list = await loadSearchedList(context, url, readFilters(url.searchParams), async (asking, filters, before) => {
    const found = await askAll({
      page: loadCandidates(asking, filters, before),
      requirements: loadOwnRequirements(asking),
    });
    return found.ok ? { ok: true, value: { ...found.value.page, requirements: found.value.requirements } } : found;
  });
  return withStatus(list);
}

/** Adds all that is ticked to one of one's requirements; the list stays as it is. */
export async function action({ context, url }: Route.ActionArgs) {
  const body = context.get(formContext);
  const { candidates, requirement } = readTicked(body);
  const state = { ...keepEntries(body, { single: ["requirement"], multiple: ["candidate"], most: 50 }), errors: {} };
  if (candidates.length === 0 || requirement === undefined) {
    notify(context, candidates.length === 0 ? candidateNotices.noneTicked : candidateNotices.noRequirement);
    return formResponse(state, 400);
  }
  return makeChange(context, {
    state,
    act: () => addCandidates(context, requirement, candidates),
    failed: "candidates not added",
    notDone: candidateNotices.notDone,
    done: (outcomes) => ({ notice: candidateNotices.addedTicked(outcomes), path: `${url.pathname}${url.search}` }),
  });
}

/** All candidates, for the team. */
export default function CandidatesPage({ loaderData, actionData }: Route.ComponentProps) {
  const { asked, mended, filters, isFirst, account } = loaderData;
  const list = loaderData.answer.ok ? loaderData.answer.value.found : undefined;
  const isNarrowed = Object.keys(filters).length > 0;
  const named = [filters.words, filters.skills, filters.city].filter(Boolean).join(", ");
  return (
    <div className="wrap pb-16">
      <PageHeader title={TITLE} isWork>
        <div className="row-forms no-print">
          {account?.team?.mayExport && <a href={pathOf(filters, "/team/export/candidates.csv")}>Download as CSV</a>}
          <a href={importPath()}>Import a table</a>
          <ButtonLink href={`${listPath}/new`}>New Candidate</ButtonLink>
        </div>
      </PageHeader>
      <FindForm path={listPath} filters={filters} isNarrowed={isNarrowed} all={listPath} />
      <section id="list" aria-label="The list">
        {!list && (
          <div className="grid gap-6">
            {!loaderData.answer.ok && loaderData.answer.status === 401 ? <SignInAgain /> : <Unavailable />}
            <UnsentTicks sent={actionData} />
          </div>
        )}
        {mended && asked.words !== undefined && <SearchWords words={asked.words} mended={mended} />}
        {list && (
          <FoundList
            page={list}
            path={listPath}
            filters={filters}
            isFirst={isFirst}
            none={
              isNarrowed ? (
                <p className="empty">
                  No match
                  {named && (
                    <>
                      {" "}
                      for “<bdi>{named}</bdi>”
                    </>
                  )}
                  .
                </p>
              ) : (
                <p className="empty">No candidates yet. Those you add to a requirement appear here too.</p>
              )
            }
          >
            <AddTicked requirements={list.requirements} chosen={sentText(actionData, "requirement")} />
          </FoundList>
        )}
      </section>
    </div>
  );
}
