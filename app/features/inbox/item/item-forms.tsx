import type { ReactNode } from "react";
import { sentText, type FormState } from "~/lib/forms/form";
import type { Options } from "~/lib/schema/fields";
import { toLocalTime } from "~/lib/format/zoned-time";
import { Button } from "~/ui/forms/button";
import { LabelledInput, LabelledSelect } from "~/ui/forms/labelled";
import type { Clock } from "~/lib/format/near-days";
import type { Item } from "./item.server";
import { holderOf, states } from "~/features/inbox/list/items";
import { REPLY } from "~/features/inbox/schema";
import { WorkForm } from "./work-form";
import { OwnedForm } from "~/ui/forms/owned-form";

/** What a post had in it that was not taken, and what is wrong with it. */
type Kept = FormState | undefined;

function errorOf(state: Kept, name: string): string | undefined {
  return state?.errors[name]?.message;
}

type ItemFormProps = {
  intent: string;
  /** The version that its sender has seen, of what others change as well. */
  version: number;
  children: ReactNode;
};

/** A form of one purpose. */
function ItemForm({ intent, version, children }: ItemFormProps) {
  return (
    <OwnedForm noValidate className="grid gap-3">
      <input type="hidden" name="intent" value={intent} />
      <input type="hidden" name="seen" value={version} />
      {children}
    </OwnedForm>
  );
}

type ActProps = { item: Pick<Item, "version" | "state" | "due_at">; state: Kept };

/** Takes it, from a colleague too. @param holder whose it is */
export function TakeForm({ item, holder }: Pick<ActProps, "item"> & { holder: string | null }) {
  return (
    <ItemForm intent="take" version={item.version}>
      <Button variant="outline">{holder === null ? "Take It" : "Take It Over"}</Button>
    </ItemForm>
  );
}

/** Takes back that it is spam, and that whatever else its sender sends is. */
export function NotSpamForm({ item }: Pick<ActProps, "item">) {
  return (
    <ItemForm intent="not-spam" version={item.version}>
      <Button variant="outline">Not Spam</Button>
    </ItemForm>
  );
}

/** Gives it to somebody, for good, or back to nobody. @param holder whose it is */
function GiveForm({ item, state, holder, people }: ActProps & { holder: string | null; people: Options }) {
  return (
    <ItemForm intent="give" version={item.version}>
      <LabelledSelect
        name="person"
        label="Give to"
        options={people}
        value={sentText(state, "person") ?? holder ?? ""}
        empty="Nobody"
        error={errorOf(state, "person")}
      />
      <Button variant="outline">Give</Button>
    </ItemForm>
  );
}

/** Sets how far it is. */
function StateForm({ item, state }: ActProps) {
  return (
    <ItemForm intent="state" version={item.version}>
      <LabelledSelect
        name="state"
        label="State"
        options={states}
        value={sentText(state, "state") ?? item.state}
        error={errorOf(state, "state")}
      />
      <Button variant="outline">Set State</Button>
    </ItemForm>
  );
}

/** Sets when it is due, by the clock on the team's wall. */
function DueForm({ item, state, clock }: ActProps & { clock: Clock }) {
  return (
    <ItemForm intent="due" version={item.version}>
      <LabelledInput
        name="due"
        label={`Due (${clock.zone})`}
        error={errorOf(state, "due")}
        type="datetime-local"
        defaultValue={sentText(state, "due") ?? toLocalTime(new Date(item.due_at), clock.zone)}
      />
      <Button variant="outline">Set Due Time</Button>
    </ItemForm>
  );
}

type SeldomFormsProps = { item: Item; state: Kept; people: Options; clock: Clock };

/** What is done seldom, folded; open where one of these was not taken. */
export function SeldomForms({ item, state, people, clock }: SeldomFormsProps) {
  const isOpen = ["state", "due", "give"].includes(String(state?.defaultValues["intent"]));
  return (
    <details className="more no-print" open={isOpen}>
      <summary>More: state, due, give to</summary>
      <div className="grid gap-5">
        <StateForm item={item} state={state} />
        <DueForm item={item} state={state} clock={clock} />
        <GiveForm item={item} state={state} holder={holderOf(item, clock.now)} people={people} />
      </div>
    </details>
  );
}

/** The form that was sent, with its entries, while the item itself can't be shown. */
export function SentForm({ state, clock }: { state: FormState; clock: Clock }) {
  const { intent, seen } = state.defaultValues;
  const item = { version: Number(seen), state: "new", due_at: clock.now.toISOString() } as const;
  const person = sentText(state, "person");
  switch (intent) {
    case "take":
      return <TakeForm item={item} holder={null} />;
    case "not-spam":
      return <NotSpamForm item={item} />;
    case "state":
      return <StateForm item={item} state={state} />;
    case "give":
      return (
        <GiveForm
          item={item}
          state={state}
          holder={null}
          people={person ? [[person, "The colleague you chose"]] : []}
        />
      );
    case "due":
      return <DueForm item={item} state={state} clock={clock} />;
    default:
      return (
        <WorkForm
          version={item.version}
          mail={state.defaultValues["kind"] === REPLY ? "" : null}
          templates={[]}
          state={state}
        />
      );
  }
}
