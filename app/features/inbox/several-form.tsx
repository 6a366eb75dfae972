import { labelOf, type Options } from "~/lib/format/schema";
import { Button } from "~/ui/forms/button";
import { fieldId } from "~/ui/forms/field";
import { entriesOfView, type View } from "./filters";
import { states } from "./lines";
import { offeredStates } from "./several";

/** The form that the tick boxes of the list belong to. */
export const SEVERAL_FORM = "several";

/** What is done with all that is ticked. It only leads to a page that lists them and asks, and from there back here. */
export function SeveralForm({ people, view }: { people: Options; view: View }) {
  return (
    <form id={SEVERAL_FORM} method="get" action="/team/inbox/several" className="several no-print">
      {entriesOfView(view).map(([name, value]) => (
        <input key={name} type="hidden" name={name} value={value} />
      ))}
      <label htmlFor={fieldId("act")} className="label">
        With those ticked
      </label>{" "}
      <select id={fieldId("act")} name="act" className="control">
        <optgroup label="Set to">
          {offeredStates.map((state) => (
            <option key={state} value={state}>
              {labelOf(states, state)}
            </option>
          ))}
        </optgroup>
        <optgroup label="Give to">
          {people.map(([id, name]) => (
            <option key={id} value={id}>
              {name}
            </option>
          ))}
          <option value="nobody">Nobody</option>
        </optgroup>
      </select>
      <Button variant="outline">Go on</Button>
    </form>
  );
}
