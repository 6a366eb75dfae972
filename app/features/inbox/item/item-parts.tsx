import { labelOf } from "~/lib/schema/fields";
import { nearMomentWords, type Clock } from "~/lib/format/near-days";
import type { Related, RelatedPerson } from "./item.server";
import { AlsoNamed } from "~/ui/pieces/also-named";
import { kindWords, states } from "~/features/inbox/list/items";
import type { Entry } from "./timeline";
import { Rows } from "~/ui/pieces/rows";

/** All that was sent, field by field. */
export function Facts({ facts }: { facts: { label: string; value: string }[] }) {
  return <Rows look="sheet" rows={facts.map(({ label, value }) => [label, value])} />;
}

/** So much of what was written stands above the form; the rest is folded, so that a phone shows both. */
const LONGEST = 600;
const CUT = 450;

/** Where to cut a text: at the last space before, or where it must be. */
function cutOf(text: string): number {
  if (text.length <= LONGEST) return text.length;
  const space = text.slice(0, CUT).search(/\s\S*$/);
  return space > CUT / 2 ? space : [...text.slice(0, CUT)].slice(0, -1).join("").length;
}

/** What they have written, once: the beginning, and the rest behind it. */
export function Written({ title, text }: { title: string | null; text: string }) {
  const cut = cutOf(text);
  return (
    <div className="written">
      {title !== null && <p className="title">{title}</p>}
      {text !== "" && <p className="words">{text.slice(0, cut)}</p>}
      {cut < text.length && (
        <details>
          <summary>Show the rest</summary>
          <p className="words">{text.slice(cut).trimStart()}</p>
        </details>
      )}
      {title === null && text === "" && <p className="hint">They wrote nothing else.</p>}
    </div>
  );
}

/** Why something may be of the same person, in words of ours. */
const REASONS: Readonly<Record<string, string>> = {
  connected: "named when it was noted",
  address: "same address",
  invited: "invited at this address",
  number: "same number",
  name: "same name",
};

/** Whom the team knows that it may be from, each with the way to their page. */
export function PeopleList({ people }: { people: RelatedPerson[] }) {
  return (
    <ul className="lines">
      {people.map(({ kind, id, name, detail, reason }) => (
        <li key={id}>
          <a href={kind === "candidate" ? `/team/candidates/${id}` : `/team/clients/${id}`}>
            <bdi>{name}</bdi>
          </a>{" "}
          <span className="hint">
            {kind === "candidate" ? "Candidate" : "Client"}
            <AlsoNamed name={detail} />, {REASONS[reason]}
          </span>
        </li>
      ))}
    </ul>
  );
}

/** What else names the same address, number or company: that is all that is known of who sent it. */
export function RelatedList({ related, clock }: { related: Related[]; clock: Clock }) {
  if (related.length === 0) return <p className="hint">No other item has this address, number or company.</p>;
  return (
    <>
      <p className="hint mb-2">We can't check who fills in a public form: these may come from several senders.</p>
      <ul className="lines">
        {related.map(({ id, kind, title, came, state, source }) => (
          <li key={id}>
            <a href={`/team/inbox/${id}`}>
              <bdi>{title?.replace(/\s+/g, " ") ?? kindWords(kind, source)}</bdi>
            </a>{" "}
            <span className="hint">
              {kindWords(kind, source)}, {nearMomentWords(new Date(came), clock)},{" "}
              {labelOf(states, state).toLowerCase()}
            </span>
          </li>
        ))}
      </ul>
    </>
  );
}

/** Everything that happened, and what was noted, the newest first. */
export function Timeline({ entries, clock }: { entries: Entry[]; clock: Clock }) {
  return (
    <ol className="timeline">
      {entries.map(({ id, at, who, what, body }) => (
        <li key={id} className={body === undefined ? undefined : "noted"}>
          <p>{what}</p>
          {body !== undefined && <p className="words">{body}</p>}
          <p className="hint">
            <bdi>{who}</bdi>, <time dateTime={at}>{nearMomentWords(new Date(at), clock)}</time>
          </p>
        </li>
      ))}
    </ol>
  );
}
