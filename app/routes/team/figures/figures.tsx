import type { Route } from "./+types/figures";
import { GroupTable, TotalsTable } from "~/features/figures/figure-tables";
import { loadFigures } from "~/features/figures/figures.server";
import { figuresPath, groupings, isOver, monthFrom, monthWords, readFigureFilters } from "~/features/figures/measures";
import { workloadPath } from "~/features/figures/late";
import { everyName } from "~/features/team/names";
import { pageMeta } from "~/lib/http/meta";
import { pathWith } from "~/lib/http/path";
import { withStatus } from "~/pages/page";
import { loadTeamPage } from "~/pages/team";
import { PageHeader } from "~/ui/layout/page-header";
import { Unavailable } from "~/ui/layout/unavailable";

export const meta = () => pageMeta("Figures", "What came and what became of it, month by month.");

export async function loader({ url, context }: Route.LoaderArgs) {
  const filters = readFigureFilters(url.searchParams);
  const page = await loadTeamPage(context, url, () => loadFigures(context, filters));
  return withStatus({ ...page, filters });
}

/** A month's figures beside those of the month before: of all, and by recruiter, company or source. */
export default function FiguresPage({ loaderData }: Route.ComponentProps) {
  const { answer, filters, account } = loaderData;
  const { month, by } = filters;
  const figures = answer.ok ? answer.value : undefined;
  const pathOf = (more: Partial<typeof filters>, path = figuresPath) => pathWith(path, { ...filters, ...more });
  return (
    <div className="wrap pb-16">
      <PageHeader title={`Figures: ${monthWords(month)}`} isWork>
        <ul className="figure-ways no-print">
          <li>
            <a href={pathOf({ month: monthFrom(month, -1) })}>{monthWords(monthFrom(month, -1))}</a>
          </li>
          {isOver(month) && (
            <li>
              <a href={pathOf({ month: monthFrom(month, 1) })}>{monthWords(monthFrom(month, 1))}</a>
            </li>
          )}
          {account?.team?.mayExport && (
            <>
              <li>
                <a href={workloadPath}>Who has what late</a>
              </li>
              <li>
                <a href={pathOf({}, "/team/export/figures.csv")}>Download as CSV</a>
              </li>
            </>
          )}
        </ul>
      </PageHeader>
      {!figures && <Unavailable />}
      {figures && (
        <>
          <TotalsTable figures={figures} filters={filters} />
          <nav className="groups no-print" aria-label="Group by" id="groups">
            <ul>
              {groupings.map(([name, label]) => (
                <li key={name}>
                  <a href={`${pathOf({ by: name })}#groups`} aria-current={name === by ? "page" : undefined}>
                    By {label.toLowerCase()}
                  </a>
                </li>
              ))}
            </ul>
          </nav>
          {figures.groups.length === 0 ? (
            <p className="empty">Nothing to count in these months.</p>
          ) : (
            <GroupTable figures={figures} filters={filters} names={everyName(loaderData)} />
          )}
          <div className="hint figure-notes">
            <p>
              Each number leads to its rows and counts exactly those; what was erased is counted nowhere. Recruiter is
              who is in charge now. Times run by the clock, nights and weekends included, since the enquiry or the
              requirement came in. What the team files itself waits for no answer.
            </p>
            {!figures.is_manager && <p>By recruiter you see your own; admins and HR managers see everybody&apos;s.</p>}
          </div>
        </>
      )}
    </div>
  );
}
