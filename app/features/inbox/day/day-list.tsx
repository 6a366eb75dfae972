import { oneLine } from "~/lib/format/text";
import type { DayRow, DaySection } from "./day.server";
import { nearDayWords, isLate, dueWords, nearMomentWords, type Clock } from "~/features/inbox/due";
import { kindWords } from "~/features/inbox/list/items";

/** The sections of a day: what they are called, and where all of each stands. */
const SECTIONS: Record<DaySection["name"], { title: string; all: string }> = {
  due: { title: "Due today or late", all: "/team?whose=me" },
  back: { title: "Back today", all: "/team?whose=me&state=waiting" },
  messages: { title: "Messages from companies", all: "/team/requirements?whose=me" },
  agreed: { title: "Said yes, ready to show", all: "/team/requirements?whose=me" },
  refused: { title: "Said no", all: "/team/requirements?whose=me" },
  waiting: { title: "Waiting for you", all: "/team/requirements?whose=me" },
  candidates: { title: "Shown, no answer yet", all: "/team/requirements?whose=me" },
  deadline: { title: "Deadline this week", all: "/team/requirements?whose=me&sort=deadline" },
  silent: { title: "No news for five days", all: "/team/requirements?whose=me&group=silent" },
};

/** The page of a requirement that a section is about, where that is not its first. */
const TABS: Partial<Record<DaySection["name"], string>> = {
  messages: "/messages",
  agreed: "/candidates",
  refused: "/candidates",
  candidates: "/candidates",
};

function pathTo({ id, is_item, people }: DayRow, section: DaySection["name"]): string {
  if (is_item) return `/team/inbox/${id}`;
  // The company waits since it has answered about them.
  if (section === "waiting" && people > 0) return `/team/requirements/${id}/candidates`;
  return `/team/requirements/${id}${TABS[section] ?? ""}`;
}

/** Why something stands there, in a few words. */
function whyWords(
  { at, kind, source, is_item, unread, people }: DayRow,
  section: DaySection["name"],
  clock: Clock,
): string {
  const moment = new Date(at);
  switch (section) {
    case "due": {
      const due = dueWords({ item_state: "open", assignee: "", due_at: at }, clock);
      const when = isLate({ item_state: "open", due_at: at }, clock) ? due : `due ${nearMomentWords(moment, clock)}`;
      return is_item ? `${kindWords(kind, source)}, ${when}` : when;
    }
    case "back":
      return `${kindWords(kind, source)}, back since ${nearMomentWords(moment, clock)}`;
    case "messages":
      return `${unread} new ${unread === 1 ? "message" : "messages"}, the last ${nearMomentWords(moment, clock)}`;
    case "agreed":
      return `${people} to show, ${people > 1 ? "the first " : ""}since ${nearMomentWords(moment, clock)}`;
    case "refused":
      return `${people} said no, ${people > 1 ? "the last " : ""}${nearMomentWords(moment, clock)}`;
    case "waiting":
      return `${people > 0 ? `answered about ${people}` : "last contact"} ${nearDayWords(moment, clock)}`;
    case "candidates":
      return `shown ${nearDayWords(moment, clock)}`;
    case "deadline":
      return `deadline ${nearDayWords(moment, clock)}`;
    case "silent":
      return `nothing since ${nearDayWords(moment, clock)}`;
  }
}

function Section({ section, clock }: { section: DaySection; clock: Clock }) {
  const { name, total, rows } = section;
  const { title, all } = SECTIONS[name];
  return (
    <section aria-labelledby={name}>
      <h2 id={name} className="ruled">
        {title} <span className="hint">{total < 100 ? total : "100+"}</span>
      </h2>
      <ul className="lines day">
        {rows.map((row) => (
          <li key={row.id}>
            <a href={pathTo(row, name)}>
              <bdi>{oneLine(row.title ?? "") || `From ${row.sender ?? "someone"}`}</bdi>
            </a>
            {row.company && (
              <span className="hint">
                <bdi>{row.company}</bdi>
              </span>
            )}
            <span className={name === "due" && isLate({ item_state: "open", due_at: row.at }, clock) ? "late" : "hint"}>
              {whyWords(row, name, clock)}
            </span>
          </li>
        ))}
      </ul>
      {total > rows.length && (
        <p className="mt-3">
          <a href={all}>All of it</a>
        </p>
      )}
    </section>
  );
}

/** What somebody has to do today, section by section: each item leads to what it is about. */
export function DayList({ sections, clock }: { sections: DaySection[]; clock: Clock }) {
  return (
    <div className="grid gap-8">
      {sections.map((section) => (
        <Section key={section.name} section={section} clock={clock} />
      ))}
    </div>
  );
}
