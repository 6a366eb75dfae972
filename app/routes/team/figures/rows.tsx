import type { Route } from "./+types/rows";
import { loadFigureRows, type FigureRow } from "~/features/figures/figures.server";
import {
  durationWords,
  figureRowsPath,
  figuresPath,
  groupWords,
  measures,
  measureWords,
  monthWords,
  readRowFilters,
} from "~/features/figures/measures";
import { everyName } from "~/features/team/names";
import { pageMeta } from "~/lib/http/meta";
import { pathWith } from "~/lib/http/path";
import { labelOf } from "~/lib/schema/fields";
import { withStatus } from "~/pages/page";
import { loadTeamPage, throwNotFoundForTeam } from "~/pages/team";
import { PageHeader } from "~/ui/layout/page-header";
import { Pages } from "~/ui/layout/pages";
import { Unavailable } from "~/ui/layout/unavailable";
import { Moment } from "~/ui/pieces/moment";
import { ColumnHeads } from "~/ui/pieces/column-heads";

export const meta = () => pageMeta("Figures: rows", "What a figure counts.");

export async function loader({ url, context }: Route.LoaderArgs) {
  const filters = readRowFilters(url.searchParams);
  const before = url.searchParams.get("before");
  const page = await loadTeamPage(context, url, () => loadFigureRows(context, filters, before));
  // A colleague's figure is not there for a recruiter.
  if (!page.answer.ok && page.answer.status === 404) return throwNotFoundForTeam(context, url);
  return withStatus({ ...page, filters, isFirst: before === null });
}

/** What a row is called: of what was sent without a word, from whom it came. */
function titleOf({ candidate, title, company }: FigureRow): string {
  return candidate ?? (title || (company === null ? "Without a title" : `From ${company}`));
}

/** Where a row leads: to the candidate's job, the requirement, or the item. */
function pathOfRow({ item_id, requirement_id, candidate_id }: FigureRow): string {
  if (candidate_id !== null) return `/team/requirements/${requirement_id}/candidates`;
  return item_id === null ? `/team/requirements/${requirement_id}` : `/team/inbox/${item_id}`;
}

type RowProps = { row: FigureRow; names: Record<string, string> };

function Row({ row, names }: RowProps) {
  return (
    <tr>
      <th scope="row" className="what">
        <a href={pathOfRow(row)}>
          <bdi>{titleOf(row)}</bdi>
        </a>{" "}
        {row.candidate !== null && (
          <span className="hint">
            for <bdi>{row.title}</bdi>
          </span>
        )}
      </th>
      <td data-head="When">
        <Moment value={row.at} />
      </td>
      <td data-head="Company">
        <bdi>{row.company}</bdi>
      </td>
      <td data-head="Recruiter">{row.recruiter_id !== null && (names[row.recruiter_id] ?? "Someone who has left")}</td>
      <td data-head="Took">{row.seconds !== null && durationWords(row.seconds)}</td>
    </tr>
  );
}

/** What a figure counts, the newest first. */
export default function FigureRowsPage({ loaderData }: Route.ComponentProps) {
  const { answer, filters, isFirst, account } = loaderData;
  const names = everyName(loaderData);
  const found = answer.ok ? answer.value : undefined;
  const { month, of, by, group } = filters;
  const company = found?.rows[0]?.company ?? null;
  const whose = by && group !== undefined ? `: ${groupWords(by, group, company, names)}` : "";
  return (
    <div className="wrap pb-16">
      <PageHeader title={`${labelOf(measures, of)}, ${monthWords(month)}${whose}`} isWork>
        <ul className="figure-ways no-print">
          <li>
            <a href={pathWith(figuresPath, { month, by })}>All figures</a>
          </li>
          {account?.team?.mayExport && (
            <li>
              <a href={pathWith("/team/export/figure-rows.csv", filters)}>Download as CSV</a>
            </li>
          )}
        </ul>
      </PageHeader>
      {!found && <Unavailable />}
      {found && (
        <p className="hint">
          <strong>{found.total}</strong>. {measureWords[of]}.
        </p>
      )}
      {found && found.rows.length > 0 && (
        <table className="inbox requirements figure-rows" aria-label="Rows">
          <thead>
            <tr>
              <ColumnHeads labels={["Who or what", "When", "Company", "Recruiter", "Took"]} />
            </tr>
          </thead>
          <tbody>
            {found.rows.map((row) => (
              <Row key={row.id} row={row} names={names} />
            ))}
          </tbody>
        </table>
      )}
      {found && (
        <Pages
          path={figureRowsPath}
          search={filters}
          next={found.next}
          isFirst={isFirst}
          isEmpty={found.rows.length === 0}
        />
      )}
    </div>
  );
}
