import { byDay, timeWords } from "~/lib/format/days";
import type { Message } from "./thread.server";

/** What each side is called where a name does not say it. */
export type Sides = Record<Message["side"], string>;

type ThreadListProps = {
  messages: Message[];
  sides: Sides;
  /** The reader's own. */
  side: Message["side"];
  /** What the other side has written since then the reader had not seen. */
  newSince: string | null;
};

/** Who has written it: their name, and which side that is. */
function Writer({ message: { is_own, name, side }, sides }: { message: Message; sides: Sides }) {
  if (is_own) return <strong>You</strong>;
  return (
    <>
      <strong>
        <bdi>{name === null ? "Someone who has left" : name || "Someone"}</bdi>
      </strong>
      , <bdi>{sides[side]}</bdi>
    </>
  );
}

/** What was said, the oldest first, under the days on which it was. */
export function ThreadList({ messages, sides, side, newSince }: ThreadListProps) {
  const newest = messages.at(-1)?.id;
  const isNew = ({ side: from, created_at }: Message) =>
    newSince !== null && from !== side && Date.parse(created_at) >= Date.parse(newSince);
  return byDay(messages).map(({ day, words, entries: said }) => (
    <section key={day} aria-labelledby={`day-${day}`}>
      <h3 id={`day-${day}`} className="hint">
        {words}
      </h3>
      <ol className="thread">
        {said.map((message) => (
          <li key={message.id} id={message.id === newest ? "newest" : undefined} data-side={message.side}>
            <p className="hint">
              <Writer message={message} sides={sides} />, {/* By the clock that the days above are of. */}
              <time dateTime={message.created_at}>{timeWords(message.created_at)}</time>
              {isNew(message) && (
                <>
                  {" "}
                  <strong className="count">New</strong>
                </>
              )}
            </p>
            <p className="words" dir="auto">
              {message.body}
            </p>
          </li>
        ))}
      </ol>
    </section>
  ));
}
