import type { ReactNode } from "react";
import type { FormState } from "~/lib/forms/form";
import { agoWords } from "~/lib/format/clock";
import { versionedIdText } from "~/lib/schema/versioned-id";
import { isShown, stateOf, verdictWords } from "~/features/candidates/states";
import { Button } from "~/ui/forms/button";
import { OwnedForm } from "~/ui/forms/owned-form";
import { Badge } from "~/ui/pieces/badge";
import { Dated, Moment } from "~/ui/pieces/moment";
import { PhoneLinks } from "~/ui/pieces/reach";
import { NotedWords } from "~/features/candidates/noted";
import { CardsForm } from "./cards-form";
import { candidatePath, entryAnchor, entryPath } from "~/features/candidates/team/finding/filters";
import { groupsOf, isUnasked, wayToAsk, whyNotAsked, type GroupName } from "./shortlist";
import type { Entry, Shortlist } from "./shortlist.server";
import { NextStepLine } from "~/features/candidates/team/talk-parts";

/** What is done with all that is ticked of a group: the form that its tick boxes belong to. */
const BULK: Partial<Record<GroupName, { intent: "ask" | "show"; hint: string }>> = {
  agreed: { intent: "show", hint: "Those ticked, together, in one mail to the company." },
  draft: { intent: "ask", hint: "Those ticked: a mail from you asks for their yes to the card." },
};

/** How many are ticked, which the stylesheet counts. */
function Ticked() {
  return <span className="ticked" />;
}

/** What the company has last said of it, and that words wait to be released. */
function Said({ answers }: Entry) {
  const [last] = answers;
  const isHeld = last?.words_for_candidate && !last.released_at;
  return (
    <>
      {last && (
        <>
          {verdictWords(last.verdict)}
          {last.noted ? (
            <>
              {" "}
              (<NotedWords noted={last.noted} isWithin />)
            </>
          ) : (
            <>
              , says <bdi>{last.name ?? "a former colleague"}</bdi>, <Moment value={last.created_at} />
            </>
          )}
          {last.reason ? (
            <>
              : “<bdi>{last.reason}</bdi>”
            </>
          ) : (
            "."
          )}{" "}
        </>
      )}
      {isHeld && <strong>A message for them waits for you to pass it on.</strong>}
    </>
  );
}

/** What the badge of an entry says: of one that is shown, what its company says of it. */
function badgeOf(entry: Entry): ReturnType<typeof stateOf> {
  const [last] = entry.answers;
  if (entry.state !== "shown") return stateOf(entry);
  return last ? { label: verdictWords(last.verdict), badge: "blue" } : { label: "Waiting", badge: "yellow" };
}

/** Why an entry has ended that its candidate has not ended. */
function closedWords({ is_disowned, is_moved, is_never }: Entry): string {
  if (is_disowned) return "The owner of the address or number said: this is not me. We no longer ask there.";
  if (is_never) return "Ended: this company must not see them.";
  return is_moved ? "Ended: their address or number has changed since they said yes." : "Withdrawn by the team.";
}

/** That its company has not answered, by when it was to, and whether that has passed. */
function Waiting({ answer_by }: Pick<Entry, "answer_by">) {
  const isLate = answer_by !== null && Date.parse(answer_by) < Date.now();
  return (
    <>
      Waiting for the company
      <span className={isLate ? "late" : undefined}>
        <Dated words={isLate ? ", was to answer by" : ", to answer by"} value={answer_by} />
      </span>
      .
    </>
  );
}

/** Where it stands and since when, in a sentence. */
function Standing({ entry }: { entry: Entry }) {
  const [opened] = entry.opened;
  const { state, asked_at, agreed_until, has_yes, shown_at, answered_at, begins_on, joined_on } = entry;
  if (state === "asked" && asked_at)
    return (
      <>
        Asked <Moment value={asked_at} hasTime />, {agoWords(asked_at)}
        {entry.question?.is_by_phone && (
          <>
            , by phone, by <bdi>{entry.question.asked_by ?? "a former colleague"}</bdi>
          </>
        )}
        {entry.reminders && entry.reminders.count > 0 && <Dated words="; reminded" value={entry.reminders.at} />}. No
        answer counts as no.{" "}
        {entry.question?.call_wanted_at && (
          <strong>
            They want to be rung first, <Moment value={entry.question.call_wanted_at} hasTime />.
          </strong>
        )}
      </>
    );
  if (state === "agreed") {
    if (!has_yes) return "Their yes has ended: ask again.";
    return (
      <>
        Said yes
        <Dated words=", valid until" value={agreed_until} />.
      </>
    );
  }
  if (state === "accepted" || state === "joined") {
    return (
      <>
        <Dated words="Begins on" value={begins_on} end=". " />
        <Dated words="Joined on" value={joined_on} end=". " />
        <Said {...entry} />
      </>
    );
  }
  const shown = shown_at && (
    <>
      Shown <Moment value={shown_at} hasTime />,{" "}
      {opened ? <Dated words="opened" value={opened.day} /> : "not opened yet"}.{" "}
    </>
  );
  if (shown && isShown(state)) {
    return (
      <>
        {shown}
        {state === "shown" && !answered_at ? <Waiting answer_by={entry.answer_by} /> : <Said {...entry} />}
      </>
    );
  }
  if (isUnasked(entry) && entry.is_moved) {
    return "Their address or number has changed since you asked: ask again.";
  }
  if (isUnasked(entry) && entry.is_reconsidered) return "They said no, and want to be asked after all: ask again.";
  if (isUnasked(entry)) return "The card has changed since you asked: ask again.";
  if (entry.is_application_withdrawn) {
    return (
      <>
        <Dated words="Applied" value={entry.applied_at ?? null} />, and withdrew it before they were asked.
      </>
    );
  }
  if (state === "withdrawn") return shown ? <>{shown}They have taken their yes back.</> : "They said no to this job.";
  return state === "closed" ? (
    <>
      {shown}
      {closedWords(entry)}
    </>
  ) : null;
}

type ListProps = {
  list: Shortlist;
  /** The company that they are proposed to. */
  company: string;
  /** What people of the team are called, by their ids. */
  names: Record<string, string>;
  /** The page's own, without what is opened. */
  path: string;
  /** A form that came back, of whichever of the page. */
  sent: FormState | undefined;
  /** The entry that is opened, by its id. */
  open: string | undefined;
  /** What stands under the one that is opened. */
  opened: (entry: Entry) => ReactNode;
};

/** Is something done with it together with others? Who is asked by phone is asked one by one. */
function isTicked(entry: Entry, group: GroupName): boolean {
  return group !== "draft" || wayToAsk(entry) === "mail";
}

function Item({ entry, group, list, path, names, open, opened }: ListProps & { entry: Entry; group: GroupName }) {
  const { id, candidate, card, state } = entry;
  const bulk = list.is_open ? BULK[group] : undefined;
  const why = !list.is_open || group === "over" || group === "company" ? undefined : whyNotAsked(entry, list);
  const isOpen = open === id;
  const { label, badge } = badgeOf(entry);
  const who = `who-${id}`;
  return (
    <li id={entryAnchor(id)}>
      <div className="entry">
        {bulk && !why && isTicked(entry, group) && (
          <input
            type="checkbox"
            name="entry"
            value={versionedIdText(entry)}
            form={bulk.intent}
            defaultChecked={bulk.intent === "show" && entry.near_names.length === 0}
            aria-labelledby={who}
          />
        )}
        <div>
          <h3 id={who}>
            <a href={isOpen ? candidatePath(candidate.id) : entryPath(path, id)}>
              <bdi>{candidate.full_name}</bdi>
            </a>
          </h3>{" "}
          {state !== group && (
            <Badge colour={badge} label="State">
              {label}
            </Badge>
          )}{" "}
          {candidate.phone && !isOpen && <PhoneLinks text={candidate.phone} />}{" "}
          <span className="hint">
            <bdi>{[card.headline, card.city].filter(Boolean).join(", ")}</bdi>
          </span>
          <p>
            <Standing entry={entry} /> {why && <span className="late">{why}</span>}
          </p>
          {entry.next && !isOpen && (
            <p>
              <NextStepLine next={entry.next} names={names} />
            </p>
          )}
          {!why && entry.near_names.length > 0 && (
            <p className="late">
              On their list, or their employer: <bdi>{entry.near_names.join(", ")}</bdi>. If that is this company, it
              must not see them: add it to their list by this name.
            </p>
          )}
        </div>
      </div>
      {isOpen && opened(entry)}
    </li>
  );
}

/** Is there anybody of a group with whom something is done? */
function isAnyToTick(members: readonly Entry[], list: Shortlist, group: GroupName): boolean {
  return list.is_open && members.some((entry) => whyNotAsked(entry, list) === undefined && isTicked(entry, group));
}

/** The candidates of a requirement, by how far they are; what is done in bulk stands under their group. */
export function EntryList(props: ListProps) {
  return groupsOf(props.list).map(({ name, label, members }) => {
    const bulk = isAnyToTick(members, props.list, name) ? BULK[name] : undefined;
    return (
      <section key={name} aria-labelledby={name} className="entry-group">
        <h2 id={name} className="ruled">
          {label} <span className="hint">{members.length}</span>
        </h2>
        <ul className="entries">
          {members.map((entry) => (
            <Item key={entry.id} entry={entry} group={name} {...props} />
          ))}
        </ul>
        {bulk?.intent === "show" && props.list.shortlist.is_by_mail && <CardsForm {...props} />}
        {bulk && !(bulk.intent === "show" && props.list.shortlist.is_by_mail) && (
          <OwnedForm id={bulk.intent} className="several no-print">
            <Button
              name="intent"
              value={bulk.intent}
              busyText="Sending..."
              variant={name === "agreed" ? "primary" : "outline"}
            >
              <span>
                {bulk.intent === "show" ? (
                  <>
                    Show <Ticked /> to <bdi>{props.company}</bdi>
                  </>
                ) : (
                  <>
                    Ask <Ticked /> for Their Yes
                  </>
                )}
              </span>
            </Button>
            <span className="hint">{bulk.hint}</span>
          </OwnedForm>
        )}
      </section>
    );
  });
}
