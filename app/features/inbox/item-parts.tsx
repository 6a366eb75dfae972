import { labelOf } from "~/lib/format/schema";
import { Reach } from "~/ui/pieces/reach";
import { momentWords, type Clock } from "./due";
import type { Related } from "./item.server";
import { kinds, states } from "./lines";
import type { Sender } from "./sender";
import type { Entry } from "./timeline";

/** All that was sent, field by field. */
export function Facts({ facts }: { facts: { label: string; value: string }[] }) {
  return (
    <dl className="sheet">
      {facts.map(({ label, value }) => (
        <div key={label}>
          <dt>{label}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  );
}

/** Who sent it, with the ways to reach them. */
export function SenderCard({ sender, mail }: { sender: Sender; mail: string | null }) {
  return (
    <div className="grid gap-1">
      <p className="label">{sender.name}</p>
      {sender.company && sender.company !== sender.name && <p>{sender.company}</p>}
      {mail && (
        <p>
          <a href={mail}>{sender.email}</a>
        </p>
      )}
      {sender.phone && (
        <p>
          <Reach phone={sender.phone} />
        </p>
      )}
    </div>
  );
}

/** What else names the same address, or the same company: that is all that is known of who sent it. */
export function RelatedList({ related, clock }: { related: Related[]; clock: Clock }) {
  if (related.length === 0) return <p className="hint">Nothing else names this address or company.</p>;
  return (
    <>
      <p className="hint mb-2">A public form proves no address: not all of it need be from one sender.</p>
      <ul className="lines">
        {related.map(({ id, kind, title, came, state }) => (
          <li key={id}>
            <a href={`/team/inbox/${id}`}>
              <bdi>{title?.replace(/\s+/g, " ") ?? labelOf(kinds, kind)}</bdi>
            </a>{" "}
            <span className="hint">
              {labelOf(kinds, kind)}, {momentWords(new Date(came), clock)}, {labelOf(states, state).toLowerCase()}
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
            <bdi>{who}</bdi>, <time dateTime={at}>{momentWords(new Date(at), clock)}</time>
          </p>
        </li>
      ))}
    </ol>
  );
}
