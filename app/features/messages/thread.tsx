import type { ReactNode } from "react";
import type { FormState } from "~/lib/forms/form";
import { ButtonLink } from "~/ui/forms/button";
import { NOTHING_FURTHER } from "~/ui/layout/pages";
import { MessageForm } from "./message-form";
import { ThreadList, type Sides } from "./thread-list";
import type { Message, Thread } from "./thread.server";

/** From so many messages on there is a way past them. */
const MANY = 5;

type ThreadProps = {
  thread: Thread;
  /** Where the newest messages are. */
  path: string;
  isNewest: boolean;
  sides: Sides;
  /** The reader's own. */
  side: Message["side"];
  /** Who reads what is written here. */
  readers: string;
  /** What is said to somebody who may not write. */
  readOnly: string;
  state: FormState | undefined;
  /** What is said before anybody has written. */
  children: ReactNode;
};

/** What a company and the team say about a requirement, and the box for one's own words. */
export function ThreadSection(props: ThreadProps) {
  const { thread, path, isNewest, sides, side, readers, readOnly, state, children } = props;
  const { messages, earlier, may_write: mayWrite, new_since: newSince } = thread;
  // Who may not write any more keeps what they had typed.
  const hasForm = mayWrite || state?.defaultValues["body"] !== undefined;
  return (
    <section aria-labelledby="messages" className="grid gap-6">
      <h2 id="messages" className="sr-only">
        Messages
      </h2>
      {(earlier !== null || !isNewest || messages.length > MANY) && (
        <nav className="actions no-print" aria-label="Pages">
          {earlier !== null && (
            <ButtonLink href={`${path}?${new URLSearchParams({ before: earlier }).toString()}`} variant="outline">
              Earlier Messages
            </ButtonLink>
          )}
          <ButtonLink href={isNewest ? "#newest" : `${path}#newest`} variant={isNewest ? "quiet" : "outline"}>
            To the Newest
          </ButtonLink>
        </nav>
      )}
      {messages.length === 0 && <p className="empty">{isNewest ? children : NOTHING_FURTHER}</p>}
      <ThreadList messages={messages} sides={sides} side={side} newSince={newSince} />
      {isNewest && hasForm && (
        <MessageForm
          path={path}
          after={messages.findLast(({ is_own }) => is_own)?.id}
          seen={messages.at(-1)?.created_at ?? ""}
          readers={readers}
          state={state}
        />
      )}
      {isNewest && !mayWrite && <p className="hint">{readOnly}</p>}
    </section>
  );
}
