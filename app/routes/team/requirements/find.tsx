import type { Route } from "./+types/find";
import { AddForm, UnsentTicks } from "~/features/candidates/team/finding/add-ticked";
import { addCandidates, readTicked } from "~/features/candidates/team/finding/adding.server";
import { candidateNotices } from "~/features/candidates/notices";
import {
  filtersFor,
  findPath,
  pathOf,
  readFilters,
  type CandidateFilters,
} from "~/features/candidates/team/finding/filters";
import { FindForm } from "~/features/candidates/team/finding/find-form";
import { FoundList } from "~/features/candidates/team/finding/found-list";
import { loadCandidates, type CandidatePage } from "~/features/candidates/team/finding/list.server";
import { RequirementBadges } from "~/features/requirements/frame/requirement-badges";
import { requirementPathFor } from "~/features/requirements/frame/requirement-frame";
import { isEditable } from "~/features/requirements/statuses";
import { loadSought, type Sought } from "~/features/requirements/team/team.server";
import { searchTwice, type MendedSearch } from "~/features/search/search.server";
import { SearchWords } from "~/features/search/search-words";
import { formResponse, keepEntries } from "~/lib/forms/form.server";
import { formContext, type Context } from "~/lib/http/context";
import { notify } from "~/lib/http/notice.server";
import { titled } from "~/lib/format/titles";
import { askAll, type Result } from "~/lib/result";
import { makeChange } from "~/pages/change";
import { loadTeamRecord } from "~/pages/team";
import { requireId, withStatus } from "~/pages/page";
import { Button } from "~/ui/forms/button";
import { SignInAgain } from "~/ui/forms/sign-in-again";
import { PageHeader } from "~/ui/layout/page-header";
import { Unavailable } from "~/ui/layout/unavailable";

export const handle = { list: "list" };

const TITLE = "Find people";

type Shown = { sought: Sought; asked: CandidateFilters; page: CandidatePage; mended: MendedSearch | null };

/** Who is found for a requirement: by what the address asks for, at first by what the requirement says. */
async function load(context: Context, id: string, url: URL): Promise<Result<Shown | null>> {
  const find = (filters: CandidateFilters) =>
    searchTwice(
      context,
      filters.words,
      (words) =>
        loadCandidates(
          context,
          words === undefined ? filters : { ...filters, words },
          url.searchParams.get("before"),
          id,
        ),
      ({ rows }) => rows.length === 0,
    );
  const shown = (
    sought: Sought | null,
    asked: CandidateFilters,
    found: Awaited<ReturnType<typeof find>>,
  ): Result<Shown | null> => {
    if (sought === null) return { ok: true, value: null };
    if (!found.ok) return found;
    return { ok: true, value: { sought, asked, page: found.value.found, mended: found.value.mended } };
  };
  if (url.search === "") {
    const sought = await loadSought(context, id);
    if (!sought.ok || sought.value === null) return sought.ok ? { ok: true, value: null } : sought;
    const asked = filtersFor(sought.value);
    return shown(sought.value, asked, await find(asked));
  }
  const asked = readFilters(url.searchParams);
  const both = await askAll({ sought: loadSought(context, id), found: find(asked) });
  return both.ok ? shown(both.value.sought, asked, { ok: true, value: both.value.found }) : both;
}

export async function loader({ params, url, context }: Route.LoaderArgs) {
  const id = requireId(params.id);
  const page = await loadTeamRecord(context, url, () => load(context, id, url));
  return withStatus({ ...page, id, isFirst: !url.searchParams.has("before") });
}

/** Adds all that is ticked to the requirement; the search stays as it is. */
export async function action({ params, context, url }: Route.ActionArgs) {
  const id = requireId(params.id);
  const body = context.get(formContext);
  const { candidates } = readTicked(body);
  const state = { ...keepEntries(body, { single: [], multiple: ["candidate"], most: 50 }), errors: {} };
  if (candidates.length === 0) {
    notify(context, candidateNotices.noneTicked);
    return formResponse(state, 400);
  }
  return makeChange(context, {
    state,
    act: () => addCandidates(context, id, candidates),
    failed: "candidates not added",
    notDone: candidateNotices.notDone,
    notFoundWhen: ({ message }) => message === "requirement_not_found",
    done: (outcomes) => ({ notice: candidateNotices.addedTicked(outcomes), path: `${url.pathname}${url.search}` }),
  });
}

/** Finds people for a requirement, whom it does not have yet, and adds those that are ticked. */
export default function FindPage({ loaderData: { answer, id, isFirst }, actionData }: Route.ComponentProps) {
  const shown = answer.ok ? answer.value : undefined;
  const path = findPath(id);
  const asked = shown && (shown.mended?.isShown ? { ...shown.asked, words: shown.mended.words } : shown.asked);
  const isNarrowed = asked !== undefined && Object.keys(asked).length > 0;
  // An address without a search asks for what the requirement says.
  const filters = isNarrowed ? asked : asked && { words: "" };
  const isOpen = shown !== undefined && isEditable(shown.sought.status);
  return (
    <div className="wrap pb-16">
      <title>{titled(shown ? `${TITLE}: ${shown.sought.job_title}, ${shown.sought.company}` : TITLE)}</title>
      <PageHeader title={TITLE} isWork>
        {shown && (
          <p className="flex flex-wrap gap-2">
            <span>
              for{" "}
              <a href={requirementPathFor("team", id, "candidates")}>
                <bdi>{shown.sought.job_title}</bdi>
              </a>
              , <bdi>{shown.sought.company}</bdi>, <bdi>{shown.sought.location}</bdi>
            </span>
            <RequirementBadges status={shown.sought.status} priority={shown.sought.priority} />
          </p>
        )}
      </PageHeader>
      {filters && <FindForm path={path} filters={filters} isNarrowed={isNarrowed} all={pathOf({ words: "" }, path)} />}
      <section id="list" aria-label="The list">
        {!shown && (
          <div className="grid gap-6">
            {!answer.ok && answer.status === 401 ? <SignInAgain /> : <Unavailable />}
            <UnsentTicks sent={actionData} />
          </div>
        )}
        {shown?.mended && shown.asked.words !== undefined && (
          <SearchWords words={shown.asked.words} mended={shown.mended} />
        )}
        {shown && filters && (
          <FoundList
            page={shown.page}
            path={path}
            filters={filters}
            isFirst={isFirst}
            leftOut="Those on its list already are left out."
            none={
              <div className="empty">
                <p>
                  No match. <a href={requirementPathFor("team", id, "candidates")}>To its candidates</a>
                </p>
                {(filters.skills ?? filters.city) !== undefined && (
                  <p>
                    <a
                      href={pathOf({ words: "", ...filters, skills: undefined, any: undefined, city: undefined }, path)}
                    >
                      Look without its skills and city
                    </a>
                  </p>
                )}
              </div>
            }
          >
            {isOpen ? (
              <AddForm>
                <Button name="intent" value="add-ticked" busyText="Adding...">
                  Add Those Ticked
                </Button>
              </AddForm>
            ) : (
              <p className="hint">This requirement is closed: to add somebody, change its status first.</p>
            )}
          </FoundList>
        )}
      </section>
    </div>
  );
}
