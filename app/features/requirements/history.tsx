import { spaced } from "~/lib/text";
import { LocalDate } from "~/ui/local-date";
import type { RequirementEvent } from "./team.server";

type Names = Record<string, string>;

/** A short value as an event keeps it. */
function shown(value: unknown): string {
  if (value === null || value === undefined || value === "") return "nothing";
  if (typeof value === "boolean") return value ? "yes" : "no";
  return typeof value === "string" || typeof value === "number" ? spaced(String(value)) : "something else";
}

/** A field that was changed: of short ones with old and new, of long ones the name. */
function changeOf([field, change]: [string, unknown]): string {
  return Array.isArray(change) ? `${spaced(field)} from ${shown(change[0])} to ${shown(change[1])}` : spaced(field);
}

/** What happened, in words. */
function eventWords({ type, person, changes }: RequirementEvent, names: Names): string {
  const fields = (changes ?? {}) as Record<string, unknown>;
  switch (type) {
    case "created":
      return "Filed";
    case "converted":
      return "Made of a posting";
    case "recruiter":
      return person === null ? "Nobody is in charge" : `${names[person] ?? "Somebody"} is in charge`;
    case "status": {
      const [before, after] = (fields["status"] ?? []) as unknown[];
      const [, reason] = (fields["closed_reason"] ?? []) as unknown[];
      return `Status from ${shown(before)} to ${shown(after)}${typeof reason === "string" ? `: ${reason}` : ""}`;
    }
    default:
      return `Changed: ${Object.entries(fields).map(changeOf).join("; ")}`;
  }
}

const SIDES = { team: "The team", company: "The company" } as const;

type HistoryProps = { events: RequirementEvent[]; names: Names; locale: string };

/** What happened to a requirement, the newest first. */
export function History({ events, names, locale }: HistoryProps) {
  return (
    <ol className="timeline">
      {events.map((event) => (
        <li key={event.id}>
          <p>{eventWords(event, names)}</p>
          <p className="hint">
            {(event.actor && names[event.actor]) || (event.side && SIDES[event.side]) || "The database"},{" "}
            <LocalDate value={event.created_at} locale={locale} hasTime />
          </p>
        </li>
      ))}
    </ol>
  );
}
