import type { ReactNode } from "react";
import { isRowId } from "~/lib/schema/fields";
import { Part } from "~/ui/layout/part";
import { Moment } from "~/ui/pieces/moment";
import { Rows } from "~/ui/pieces/rows";
import type { Sheet } from "./own.server";

type Entries = Readonly<Record<string, unknown>>;

/** A key of the file, as words. */
function labelOf(key: string): string {
  const words = key.replaceAll("_", " ");
  return words.charAt(0).toUpperCase() + words.slice(1);
}

const MOMENT = /^\d{4}-\d\d-\d\d(T[\d:.]+(Z|[+-][\d:]+))?$/;

/** A value of the file as it is read; nothing for what is empty, or only means something to our database. */
function valueOf(value: unknown): ReactNode {
  if (value === true) return "yes";
  if (value === false) return "no";
  if (typeof value === "number") return String(value);
  if (typeof value === "string") {
    if (value === "" || isRowId(value) || /^[0-9a-f]{64}$/.test(value)) return undefined;
    return MOMENT.test(value) ? <Moment value={value} hasTime={value.includes("T")} /> : <bdi>{value}</bdi>;
  }
  if (Array.isArray(value)) {
    const [first] = value as unknown[];
    if (first === undefined) return undefined;
    return typeof first === "object" ? (
      <ul className="changes">
        {(value as Entries[]).map((each, place) => (
          <li key={place}>
            <Facts of={each} />
          </li>
        ))}
      </ul>
    ) : (
      <bdi>{value.join(", ")}</bdi>
    );
  }
  return typeof value === "object" && value !== null ? <Facts of={value as Entries} /> : undefined;
}

/** One thing of the file, a line for each of its values. */
function Facts({ of }: { of: Entries }) {
  const rows = Object.entries(of)
    .filter(([key]) => key !== "version")
    .map(([key, value]) => [labelOf(key), valueOf(value)] as const)
    .filter(([, value]) => value !== undefined);
  return <Rows look="sheet" rows={rows} />;
}

/** Several of a kind, under their heading. */
function Kind({ id, title, each }: { id: string; title: string; each: readonly Entries[] }) {
  return (
    <Part id={id} title={title} heading="text-xl" className="grid grid-cols-1 gap-4">
      {each.length === 0 ? <p className="hint">Nothing.</p> : each.map((of, place) => <Facts key={place} of={of} />)}
    </Part>
  );
}

/** All that we have of somebody, to be read and printed: what the file has, without what only our database reads. */
export function RecordSheet({ sheet }: { sheet: Sheet }) {
  return (
    <>
      <Kind id="you" title="You" each={[sheet.candidate]} />
      <Kind id="companies" title="Companies and jobs" each={sheet.entries} />
      <Kind id="said" title="What we asked, and what you said" each={sheet.consents} />
      <Kind id="never" title="Who must never see you" each={sheet.never} />
      <Kind id="notes" title="Our notes" each={sheet.notes} />
      <Kind id="mails" title="Our mails to you" each={sheet.mails} />
      <Kind id="visits" title="When your page was open" each={sheet.visits.map((opened) => ({ opened }))} />
    </>
  );
}
