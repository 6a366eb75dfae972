import { oneLine } from "~/lib/format/text";
import { OwnedForm } from "~/ui/forms/owned-form";
import { ButtonLink } from "~/ui/forms/button";
import { Reach } from "~/ui/pieces/reach";
import type { Clock } from "~/lib/format/near-days";
import type { DayRow, DaySection } from "./day.server";
import { Away, PersonRow, type DayPaths } from "./person-row";
import { sections, type SectionName } from "./sections";
import { isRowLate, whyWords } from "./why-words";

/** The page of a requirement that a section is about, where that is not its first. */
const TABS: Partial<Record<SectionName, string>> = {
  messages: "/messages",
  applied: "/candidates",
  candidates: "/candidates",
  empty: "/candidates",
};

function LineRow({ row, section, clock }: { row: DayRow; section: SectionName; clock: Clock }) {
  const { id, is, title, sender, company, holder, contact } = row;
  const path = is === "item" ? `/team/inbox/${id}` : `/team/requirements/${id}${TABS[section] ?? ""}`;
  return (
    <li>
      <a href={path}>
        <bdi>{oneLine(title ?? "") || `From ${sender ?? "someone"}`}</bdi>
      </a>
      <span className="hint">
        <bdi>{company}</bdi>
        <Away holder={holder} />
      </span>
      <span className={isRowLate(row, section, clock) ? "late" : "hint"}>{whyWords(row, section, clock)}</span>
      {(contact?.name ?? contact?.phone) && (
        <span className="reach">
          {contact?.name && (
            <>
              Ring <bdi>{contact.name}</bdi>{" "}
            </>
          )}
          <Reach phone={contact?.phone} />
        </span>
      )}
      {section === "candidates" && (
        <ButtonLink href={path} variant="quiet">
          Note Their Answer
          <span className="sr-only">: {title}</span>
        </ButtonLink>
      )}
    </li>
  );
}

type ListProps = {
  day: DaySection[];
  /** The section that is shown alone. */
  only: SectionName | undefined;
  path: string;
  clock: Clock;
  paths: DayPaths;
};

function countWords(total: number): string {
  return total < 100 ? String(total) : "100+";
}

function Section({ section, only, path, clock, paths }: Omit<ListProps, "day"> & { section: DaySection }) {
  const { name, total, rows } = section;
  const isOfPeople = rows.some(({ person }) => person !== undefined);
  const more = total < 100 ? `and ${total - rows.length} more` : "and more";
  return (
    <section aria-labelledby={name}>
      <h2 id={name} className="ruled">
        {sections[name].title} <span className="hint">{countWords(total)}</span>
      </h2>
      <ul className={isOfPeople ? "lines persons" : "lines day"}>
        {rows.map((row, place) =>
          row.person ? (
            <PersonRow key={row.id} row={row} section={name} place={place} clock={clock} paths={paths} />
          ) : (
            <LineRow key={row.id} row={row} section={name} clock={clock} />
          ),
        )}
      </ul>
      {total > rows.length && <p className="mt-3">{only ? more : <a href={`${path}?section=${name}`}>{more}</a>}</p>}
    </section>
  );
}

/** How much there is of what, with the way to each. */
function Counts({ day, only, path }: ListProps) {
  return (
    <nav className="groups in-line no-print mb-4" aria-label="Sections">
      <ul>
        {day.map(({ name, total, rows }) => (
          <li key={name}>
            <a href={only && rows.length === 0 ? `${path}?section=${name}` : `#${name}`}>
              {sections[name].short} <strong>{countWords(total)}</strong>
            </a>
          </li>
        ))}
      </ul>
    </nav>
  );
}

/**
 * What somebody has to do today, what is lost first first: each row leads to what it is about, and of people one press does
 * what is done most. One form has all of these buttons, since a page may have a hundred.
 */
export function DayList(props: ListProps) {
  const { day, only, path } = props;
  return (
    <>
      {(day.length > 1 || only) && <Counts {...props} />}
      <OwnedForm className="grid gap-6">
        {day.map((section) => section.rows.length > 0 && <Section key={section.name} section={section} {...props} />)}
      </OwnedForm>
      {only && (
        <p className="mt-8">
          <ButtonLink href={path} variant="outline">
            All of My Day
          </ButtonLink>
        </p>
      )}
    </>
  );
}
