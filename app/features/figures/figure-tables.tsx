import type { Figures, Numbers } from "./figures.server";
import {
  durationWords,
  groupWords,
  groupings,
  measures,
  measureWords,
  monthFrom,
  monthWords,
  rowsPath,
  type FigureFilters,
  type Measure,
  type RowFilters,
} from "./measures";

/** A bar as long as its number, beside it: drawn for the eye alone. */
function Bar({ facts, most }: { facts: number; most: number }) {
  if (facts === 0) return null;
  return (
    <svg className="bar" viewBox="0 0 100 4" preserveAspectRatio="none" aria-hidden="true">
      <rect width={Math.max(1, Math.round((facts / most) * 100))} height="4" />
    </svg>
  );
}

/** A number, as the way to its rows; of nothing there is none. */
function Count({ facts, rows }: { facts: number; rows: RowFilters }) {
  return facts === 0 ? <>0</> : <a href={rowsPath(rows)}>{facts}</a>;
}

const factsOf = (numbers: Numbers, measure: Measure) => numbers[measure]?.[0] ?? 0;
const beforeOf = (numbers: Numbers, measure: Measure) => numbers[measure]?.[2] ?? 0;

/** How long it took, the middle one. */
function Took({ numbers, measure }: { numbers: Numbers; measure: Measure }) {
  const median = numbers[measure]?.[1];
  return median === null || median === undefined ? null : <span className="took">{durationWords(median)}</span>;
}

/** All of a month beside the one before: a line for each measure. */
export function TotalsTable({ figures, filters: { month } }: { figures: Figures; filters: FigureFilters }) {
  const { totals } = figures;
  const last = monthFrom(month, -1);
  const most = Math.max(1, ...Object.values(totals).flatMap(([facts, , before]) => [facts, before]));
  return (
    <table className="figure-table total-figures">
      <caption>All of the agency</caption>
      <thead>
        <tr>
          <th scope="col">What</th>
          <th scope="col">{monthWords(month, "short")}</th>
          <th scope="col">{monthWords(last, "short")}</th>
          <th scope="col">Median time since it came</th>
        </tr>
      </thead>
      <tbody>
        {measures.map(([measure, label]) => {
          const facts = factsOf(totals, measure);
          const before = beforeOf(totals, measure);
          return (
            <tr key={measure}>
              <th scope="row">
                {label} <span className="hint">{measureWords[measure]}</span>
              </th>
              <td>
                <Count facts={facts} rows={{ month, of: measure }} />
                <Bar facts={facts} most={most} />
              </td>
              <td className="before">
                <Count facts={before} rows={{ month: last, of: measure }} />
                <Bar facts={before} most={most} />
              </td>
              <td>
                <Took numbers={totals} measure={measure} />
              </td>
            </tr>
          );
        })}
      </tbody>
    </table>
  );
}

type GroupTableProps = { figures: Figures; filters: FigureFilters; names: Record<string, string> };

/** The same of each group: this month's number, the month's before it, and the median time. On a phone a group is a card. */
export function GroupTable({ figures: { groups, group_count, is_manager }, filters, names }: GroupTableProps) {
  const { month, by } = filters;
  const last = monthFrom(month, -1);
  const [, label] = groupings.find(([name]) => name === by) ?? ["", ""];
  const most = (measure: Measure) => Math.max(1, ...groups.map(({ numbers }) => factsOf(numbers, measure)));
  return (
    <>
      <table className="figure-table by-group">
        <caption>
          By {label.toLowerCase()}: {monthWords(month)}, in brackets {monthWords(last)}, below it the median time since
          it came
        </caption>
        <thead>
          <tr>
            <th scope="col">{label}</th>
            {measures.map(([measure, name]) => (
              <th key={measure} scope="col">
                {name}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {groups.map(({ key, name, numbers }) => (
            <tr key={key}>
              <th scope="row">
                <bdi>{groupWords(by, key, name, names)}</bdi>
              </th>
              {measures.map(([measure, head]) => {
                const facts = factsOf(numbers, measure);
                const before = beforeOf(numbers, measure);
                if (facts === 0 && before === 0) return <td key={measure} />;
                return (
                  <td key={measure} data-head={head}>
                    <Count facts={facts} rows={{ month, of: measure, by, group: key }} />{" "}
                    <span className="before">
                      (<Count facts={before} rows={{ month: last, of: measure, by, group: key }} />)
                    </span>
                    <Bar facts={facts} most={most(measure)} />
                    <Took numbers={numbers} measure={measure} />
                  </td>
                );
              })}
            </tr>
          ))}
        </tbody>
      </table>
      {/* By recruiter whoever manages nobody has their own alone, whatever there is besides. */}
      {group_count > groups.length && (is_manager || by !== "recruiter") && (
        <p className="hint">
          The {groups.length} with the most, of {group_count}.{is_manager && " The file has all of them."}
        </p>
      )}
    </>
  );
}
