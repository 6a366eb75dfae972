import { Button, ButtonLink } from "~/ui/forms/button";
import { OwnedForm } from "~/ui/forms/owned-form";
import { RowGroups } from "~/ui/pieces/row-groups";
import { SortedBy } from "~/ui/pieces/sorted-by";
import { AlsoNamed } from "~/ui/pieces/also-named";
import { cameWords, type Clock } from "~/lib/format/near-days";
import { dueWords, isLate } from "~/features/inbox/due";
import { pathOf, sortingOf, type Filters, type sorts, type View } from "~/features/inbox/filters";
import { versionedIdText } from "~/lib/schema/versioned-id";
import { applicantWords, groups, kindWords, titleOf, whoseOf, type ListedItem, type Names } from "./items";
import { BULK_FORM } from "./bulk-form";

/** The form that takes an item: its button stands in the item's row. */
const TAKE_FORM = "take";

type InboxTableProps = {
  items: ListedItem[];
  /** How many items each group has. */
  counts: Record<string, number>;
  filters: Filters;
  /** The page of the list: what is opened on it leads back here. */
  view: View;
  clock: Clock;
  userId: string;
  names: Names;
};

type RowProps = Pick<InboxTableProps, "view" | "clock" | "userId" | "names"> & { item: ListedItem; place: number };

/** What a line says beside what was sent: why it is there, or the last words of the team. */
function saidOf({ is_withdrawn, is_from_spam_sender, last_note, applicants }: ListedItem): string | null {
  if (applicants > 0) return applicantWords(applicants);
  if (is_withdrawn) return "Withdrawn by the company";
  return is_from_spam_sender ? "Its sender was marked as spam" : last_note;
}

function Row({ item, place, view, clock, userId, names }: RowProps) {
  const [title, button] = [`t${place}`, `b${place}`];
  const path = pathOf({ ...view, at: item.item_group }, `/team/inbox/${item.id}`);
  const said = saidOf(item);
  const isFree = item.assignee === null && item.item_group !== "suspect" && item.item_group !== "closed";
  return (
    <tr className={`kind-${item.item_kind}`}>
      <td className="tick">
        <input type="checkbox" name="item" value={versionedIdText(item)} form={BULK_FORM} aria-labelledby={title} />
      </td>
      <td className="kind">{kindWords(item.item_kind, item.source)}</td>
      <th scope="row" className="what">
        <div>
          <a id={title} href={path} className={item.is_seen ? "seen" : undefined}>
            <bdi>{titleOf(item)}</bdi>
          </a>
          {!item.is_seen && <span className="sr-only">, not opened yet</span>}
          <span className="hint">
            <bdi>{item.sender}</bdi>
            <AlsoNamed name={item.company} />
          </span>
          {said && <bdi className={item.applicants > 0 ? "hint note whole" : "hint note"}>{said}</bdi>}
        </div>
      </th>
      <td className="came">{cameWords(new Date(item.created_at), clock)}</td>
      <td className={isLate(item, clock) ? "due late" : "due"}>{dueWords(item, clock)}</td>
      <td className="whose">{whoseOf(item.assignee, userId, names)}</td>
      <td className="act">
        {isFree ? (
          <Button
            variant="outline"
            name="take"
            value={versionedIdText(item)}
            form={TAKE_FORM}
            id={button}
            aria-labelledby={`${button} ${title}`}
          >
            Take It
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
export function InboxTable({ items, counts, filters, ...shared }: InboxTableProps) {
  const sorting = sortingOf(filters);
  const sortedBy = (by: (typeof sorts)[number]) => {
    const order = sorting?.by === by ? sorting.order : undefined;
    return { order, path: pathOf({ ...filters, sort: by, order: order === "asc" ? "desc" : "asc" }) };
  };
  return (
    <>
      <OwnedForm id={TAKE_FORM} />
      <table className="inbox in-lines" aria-label="Inbox">
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
        <RowGroups rows={items} groups={sorting ? undefined : groups} counts={counts} columns={7}>
          {(item, place) => <Row key={item.id} {...shared} item={item} place={place} />}
        </RowGroups>
      </table>
    </>
  );
}
