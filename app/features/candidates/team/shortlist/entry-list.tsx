import type { ReactNode } from "react";
import type { FormState } from "~/lib/forms/form";
import { versionedIdText } from "~/lib/schema/versioned-id";
import { Button } from "~/ui/forms/button";
import { OwnedForm } from "~/ui/forms/owned-form";
import { Badge } from "~/ui/pieces/badge";
import { PhoneLinks } from "~/ui/pieces/reach";
import { CardsForm } from "./cards-form";
import { badgeOf, Standing } from "./entry-standing";
import { candidatePath, entryAnchor, entryPath } from "~/features/candidates/team/finding/filters";
import { groupsOf, wayToAsk, whyNotAsked, type GroupName } from "./shortlist";
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
