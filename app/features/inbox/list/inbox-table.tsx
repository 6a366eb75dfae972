import { Button, ButtonLink } from "~/ui/forms/button";
import { OwnedForm } from "~/ui/forms/owned-form";
import { RowGroups } from "~/ui/pieces/row-groups";
import { SortedBy } from "~/ui/pieces/sorted-by";
import { AlsoNamed } from "~/ui/pieces/also-named";
import { dueWords, isLate, momentWords, type Clock } from "~/features/inbox/due";
import { pathOf, sortingOf, type Filters, type sorts, type View } from "~/features/inbox/filters";
import { versionedIdText } from "~/lib/schema/versioned-id";
import { groups, kindWords, titleOf, whoseOf, type Line, type Names } from "./items";
import { BULK_FORM } from "./bulk-form";

/** The form that takes a line: its button stands in the line's row. */
const TAKE_FORM = "take";

type InboxTableProps = {
  lines: Line[];
  /** How many lines each group has. */
  counts: Record<string, number>;
  filters: Filters;
  /** The page of the list: what is opened on it leads back here. */
  view: View;
  clock: Clock;
  userId: string;
  names: Names;
};

type RowProps = Pick<InboxTableProps, "view" | "clock" | "userId" | "names"> & { line: Line; place: number };

function Row({ line, place, view, clock, userId, names }: RowProps) {
  const [title, button] = [`t${place}`, `b${place}`];
  const path = pathOf({ ...view, at: line.item_group }, `/team/inbox/${line.id}`);
  const isFree = line.assignee === null && line.item_group !== "suspect" && line.item_group !== "closed";
  return (
    <tr className={`kind-${line.item_kind}`}>
      <td className="tick">
        <input type="checkbox" name="item" value={versionedIdText(line)} form={BULK_FORM} aria-labelledby={title} />
      </td>
      <td className="kind">{kindWords(line.item_kind, line.source)}</td>
      <th scope="row" className="what">
        <a id={title} href={path} className={line.is_seen ? "seen" : undefined}>
          <bdi>{titleOf(line)}</bdi>
        </a>
        {!line.is_seen && <span className="sr-only">, not opened yet</span>}
        <p className="hint">
          <bdi>{line.sender}</bdi>
          <AlsoNamed name={line.company} />
        </p>
        {line.is_withdrawn && <p className="hint">Withdrawn by the company</p>}
        {line.last_note && <p className="hint note">{line.last_note}</p>}
      </th>
      <td className="came">{momentWords(new Date(line.created_at), clock)}</td>
      <td className={isLate(line, clock) ? "due late" : "due"}>{dueWords(line, clock)}</td>
      <td className="whose">{whoseOf(line.assignee, userId, names)}</td>
      <td className="act">
        {isFree ? (
          <Button
            variant="outline"
            name="take"
            value={versionedIdText(line)}
            form={TAKE_FORM}
            id={button}
            aria-labelledby={`${button} ${title}`}
          >
            Take it
          </Button>
        ) : (
          <ButtonLink href={path} variant="outline" id={button} labelledBy={`${button} ${title}`}>
            Open
          </ButtonLink>
        )}
      </td>
    </tr>
  );
}

/** The inbox: a table in groups by what needs doing. On a phone a row becomes lines. */
export function InboxTable({ lines, counts, filters, ...shared }: InboxTableProps) {
  const sorting = sortingOf(filters);
  const sortedBy = (by: (typeof sorts)[number]) => {
    const order = sorting?.by === by ? sorting.order : undefined;
    return { order, path: pathOf({ ...filters, sort: by, order: order === "asc" ? "desc" : "asc" }) };
  };
  return (
    <>
      <OwnedForm id={TAKE_FORM} />
      <table className="inbox" aria-label="Inbox">
        <thead>
          <tr>
            <th scope="col" className="tick">
              <span className="sr-only">Choose</span>
            </th>
            <th scope="col">Kind</th>
            <th scope="col">What and who</th>
            <SortedBy {...sortedBy("came")}>Came</SortedBy>
            <SortedBy {...sortedBy("due")}>Due</SortedBy>
            <th scope="col">Whose</th>
            <th scope="col" className="act">
              <span className="sr-only">Do</span>
            </th>
          </tr>
        </thead>
        <RowGroups rows={lines} groups={sorting ? undefined : groups} counts={counts} columns={7}>
          {(line, place) => <Row key={line.id} {...shared} line={line} place={place} />}
        </RowGroups>
      </table>
    </>
  );
}
