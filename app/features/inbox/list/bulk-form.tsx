import { labelOf, type Options } from "~/lib/schema/fields";
import { Button } from "~/ui/forms/button";
import { MOST_AT_ONCE } from "~/lib/schema/versioned-id";
import { fieldId } from "~/ui/forms/field";
import { SelectOptions } from "~/ui/forms/select-options";
import { entriesOfView, pathOf, type View } from "~/features/inbox/filters";
import { states } from "./items";
import { offeredStates, bulkPath } from "./bulk";

/** The form that the tick boxes of the list belong to. */
export const BULK_FORM = "several";

/** What several can be made, or whose. */
export function ActSelect({ label, people }: { label: string; people: Options }) {
  return (
    <>
      <label htmlFor={fieldId("act")} className="label">
        {label}
      </label>{" "}
      <select id={fieldId("act")} name="act" className="control">
        <optgroup label="Set to">
          <SelectOptions options={offeredStates.map((state) => [state, labelOf(states, state)])} />
        </optgroup>
        <optgroup label="Give to">
          <SelectOptions options={people} />
          <option value="nobody">Nobody</option>
        </optgroup>
      </select>
    </>
  );
}

type BulkFormProps = {
  people: Options;
  view: View;
  /** How many of what is shown, on all its pages, can be changed; undefined where it is not narrowed down. */
  total: number | undefined;
};

/** What is done with all that is ticked. It only leads to a page that lists them and asks, and from there back here. */
export function BulkForm({ people, view, total }: BulkFormProps) {
  return (
    <form id={BULK_FORM} method="get" action={bulkPath} className="several no-print">
      {entriesOfView(view).map(([name, value]) => (
        <input key={name} type="hidden" name={name} value={value} />
      ))}
      <ActSelect label="With those ticked" people={people} />
      <Button variant="outline">Continue</Button>
      {total !== undefined && total > 0 && (
        <a href={pathOf({ ...view, all: "yes" }, bulkPath)}>
          {total <= MOST_AT_ONCE ? `All ${total}` : "All"} of this {view.words === undefined ? "list" : "search"}
        </a>
      )}
    </form>
  );
}
