import type { Options } from "~/lib/schema/fields";
import { Button } from "~/ui/forms/button";
import { fieldId } from "~/ui/forms/field";
import { LabelledInput, LabelledSelect } from "~/ui/forms/labelled";
import { OwnedForm } from "~/ui/forms/owned-form";
import { SelectOptions } from "~/ui/forms/select-options";
import { isWorklist, listPath, type RequirementFilters } from "./filters";
import { GIVE_FORM } from "./requirement-table";
import { priorities } from "~/features/requirements/fields";
import { statuses } from "~/features/requirements/statuses";

/** Which of the requirements are shown: a form that only looks, so that each view has an address. */
export function RequirementFilterForm({ filters, people }: { filters: RequirementFilters; people: Options }) {
  const { words = "", status = "", priority = "", whose = "", client, group, sort, order } = filters;
  const isNarrowed = Object.keys(filters).length > 0;
  return (
    <details className="filters across no-print" open={isNarrowed}>
      <summary>Search and filter</summary>
      <form method="get" action={listPath} role="search" aria-label="Requirements" className="grid gap-4">
        <LabelledInput name="words" label="Search" type="search" defaultValue={words} maxLength={200} />
        <LabelledSelect
          name="status"
          label="Status"
          options={statuses}
          value={status}
          empty={isWorklist({ ...filters, status: undefined }) ? "All that is open" : "All"}
        />
        <LabelledSelect name="priority" label="Priority" options={priorities} value={priority} empty="All" />
        <LabelledSelect
          name="whose"
          label="Recruiter"
          options={[["me", "Mine"], ["nobody", "Unassigned"], ...people]}
          value={whose}
          empty="Everybody's"
        />
        {client && <input type="hidden" name="client" value={client} />}
        {group && <input type="hidden" name="group" value={group} />}
        {sort && <input type="hidden" name="sort" value={sort} />}
        {order && <input type="hidden" name="order" value={order} />}
        <Button variant="outline">Show</Button>
        {isNarrowed && (
          <p>
            <a href={listPath}>Show all</a>
          </p>
        )}
      </form>
    </details>
  );
}

/** Puts somebody in charge of all that is ticked, or nobody. */
export function GiveForm({ people, userId }: { people: Options; userId: string }) {
  return (
    <OwnedForm id={GIVE_FORM} className="several no-print">
      <label htmlFor={fieldId("recruiter")} className="label">
        Put in charge of those ticked
      </label>{" "}
      <select id={fieldId("recruiter")} name="recruiter" className="control" defaultValue={userId}>
        <SelectOptions options={people.map(([id, name]) => [id, id === userId ? `${name} (you)` : name])} />
        <option value="">Nobody</option>
      </select>
      <Button variant="outline" name="intent" value="give">
        Give
      </Button>
    </OwnedForm>
  );
}
