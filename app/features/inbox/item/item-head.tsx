import { labelOf } from "~/lib/schema/fields";
import { Badge } from "~/ui/pieces/badge";
import { CallLinks } from "~/ui/pieces/reach";
import { AlsoNamed } from "~/ui/pieces/also-named";
import { nearMomentWords, type Clock } from "~/lib/format/near-days";
import { dueWords, isLate } from "~/features/inbox/due";
import { itemPath, pathOf, type View } from "~/features/inbox/filters";
import { readableAddress } from "~/lib/schema/address";
import { NotSpamForm, TakeForm } from "./item-forms";
import type { Item } from "./item.server";
import { applicantWords, holderOf, kindWords, states, whoseOf } from "~/features/inbox/list/items";
import { senderOf, type Sender } from "~/features/inbox/sent/sender";

/** Who sent it, and the ways to reach them, in a line or two: what one who rings back looks at. */
function SenderHead({ sender, mail }: { sender: Sender; mail: string | null }) {
  const { name, email, phone, company } = sender;
  return (
    <>
      <h1 dir="auto">
        <bdi>{name}</bdi>
        <AlsoNamed name={company === name ? null : company} />
      </h1>
      {(phone ?? mail) !== null && (
        <p className="ways">
          {phone && <CallLinks text={phone} />} {mail && email && <a href={mail}>{readableAddress(email)}</a>}
        </p>
      )}
    </>
  );
}

type ItemHeadProps = {
  item: Item;
  /** A mail to whoever sent it, in the mail program of the caller. */
  mail: string | null;
  /** Whose page it is, and the names of the team. */
  userId: string;
  names: Readonly<Record<string, string>>;
  view: View;
  clock: Clock;
};

/** Who sent it, what it is, how far and whose, and the ways around it. */
export function ItemHead({ item, mail, userId, names, view, clock }: ItemHeadProps) {
  const assignee = holderOf(item, clock.now);
  const line = { ...item, item_state: item.state, assignee };
  const others = item.others.map(({ user_id }) => names[user_id] ?? "somebody");
  const isClosed = item.state === "done" || item.state === "spam";
  const isMine = assignee === userId && item.state !== "new";
  return (
    <div className="item-head">
      <p className="nearby no-print">
        <a href={pathOf(view)}>Inbox</a>
        {item.next && <a href={pathOf({ ...view, at: item.next.group }, itemPath(item.next.id))}>Next in the list</a>}
        <a href="/team/inbox/new">New enquiry</a>
      </p>
      <SenderHead sender={senderOf(item)} mail={mail} />
      <div className="facts">
        <Badge colour="blue" label="Kind">
          {kindWords(item.kind, item.source)}
        </Badge>
        <Badge colour={undefined} label="State">
          {labelOf(states, item.state)}
        </Badge>
        {item.is_suspect && (
          <Badge colour="orange" label="Warning">
            Likely spam
          </Badge>
        )}
        {!isClosed && <span className={isLate(line, clock) ? "late" : undefined}>{dueWords(line, clock)}</span>}
        <span>Whose: {whoseOf(assignee, userId, names)}</span>
        <span className="hint">Came {nearMomentWords(new Date(item.created_at), clock)}</span>
        {item.state === "spam" && item.is_sender_spam && <span className="hint">Its sender was marked as spam</span>}
        {(item.is_sender_spam || item.state === "spam") && item.kind !== "requirement" && <NotSpamForm item={item} />}
        {!isMine && <TakeForm item={item} holder={assignee} />}
      </div>
      {item.sent.kind === "requirement" && item.applicants > 0 && (
        <p>
          <a href={`/team/requirements/${item.sent.row.id}/candidates#applied`}>
            <strong>{applicantWords(item.applicants)}</strong>
          </a>
          , to be answered before this is done
        </p>
      )}
      {others.length > 0 && <p className="others">Opened by {others.join(", ")} in the last five minutes, too.</p>}
    </div>
  );
}
