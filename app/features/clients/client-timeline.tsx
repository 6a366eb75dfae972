import { ofForms } from "~/content/public-forms";
import { talkChannels, type TalkChannel } from "~/content/talk-channels";
import { labelOf } from "~/lib/schema/fields";
import { Moment } from "~/ui/pieces/moment";
import type { TimelineEntry } from "./clients.server";

/** What happened, before its title: of a requirement, a message, something that came in. */
const KINDS: Record<string, string> = {
  created: "Filed",
  converted: "Filed, out of an enquiry:",
  candidates_shown: "Candidates shown for",
  candidates_answered: "Answered about candidates for",
  candidate_joined: "A candidate joined for",
  message: "Message about",
  ...ofForms("before"),
};

/** What an entry is about, with the way to it. */
function Headline({ entry, statusWords }: { entry: TimelineEntry; statusWords: (status: string) => string }) {
  const { kind, title, words, channel, side, requirement_id, item_id } = entry;
  if (kind === "note") return <>{channel === null ? "Note" : labelOf(talkChannels, channel as TalkChannel)}</>;
  if (kind === "joined") return <>Has joined the company&rsquo;s account</>;
  const path = requirement_id
    ? `/team/requirements/${requirement_id}${kind === "message" ? "/messages" : kind.startsWith("candidate") ? "/candidates" : ""}`
    : `/team/inbox/${item_id}`;
  const about = (
    <a href={path}>
      <bdi>{requirement_id ? title : words || "without a subject"}</bdi>
    </a>
  );
  if (kind === "status") {
    return (
      <>
        {about}: {statusWords(words ?? "")}
      </>
    );
  }
  return (
    <>
      {kind === "candidates_answered" && side === "team"
        ? "The company’s answer by phone or mail noted, for"
        : KINDS[kind]}{" "}
      {about}
    </>
  );
}

type ClientTimelineProps = {
  entries: readonly TimelineEntry[];
  /** What a status of a requirement is called. */
  statusWords: (status: string) => string;
};

/** All that happened with a company, the newest first: enquiries, requirements, messages, calls and notes. */
export function ClientTimeline({ entries, statusWords }: ClientTimelineProps) {
  if (entries.length === 0) return <p className="hint">Nothing has happened yet.</p>;
  return (
    <ol className="timeline">
      {entries.map((entry) => (
        <li key={`${entry.kind}${entry.id}`} className={entry.kind === "note" ? "noted" : undefined}>
          <p>
            <Headline entry={entry} statusWords={statusWords} />
          </p>
          {(entry.kind === "note" || entry.kind === "message") && <p className="words">{entry.words}</p>}
          <p className="hint">
            {entry.person && (
              <>
                <bdi>{entry.person}</bdi>,{" "}
              </>
            )}
            <Moment value={entry.happened_at} hasTime />
          </p>
        </li>
      ))}
    </ol>
  );
}
