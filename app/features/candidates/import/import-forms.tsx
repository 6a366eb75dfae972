import type { FormState } from "~/lib/forms/form";
import { Button, ButtonLink } from "~/ui/forms/button";
import { FieldError } from "~/ui/forms/field";
import { labelledControl, LabelledInput } from "~/ui/forms/labelled";
import { OwnedForm } from "~/ui/forms/owned-form";
import { SelectOptions } from "~/ui/forms/select-options";
import { columnUses, isNeverKept } from "./columns";
import type { Import } from "./import.server";
import { NO_UNIT } from "./rows";

/** What the columns are read as: to be put right, and read once more. */
export function ColumnsForm({ table: { head, columns, has_head, rows } }: { table: Import }) {
  const left = head.filter((_, place) => columns[place] === "");
  const firstCell = (place: number) => rows.map(({ cells }) => cells[place]?.trim()).find(Boolean) ?? "";
  return (
    <details open={!columns.includes("full_name") || rows.some(({ problems }) => problems.join().includes(NO_UNIT))}>
      <summary>
        {head.length - left.length} of {head.length} columns are read
        {left.length > 0 && (
          <>
            . Left out: <bdi>{left.slice(0, 12).join(", ")}</bdi>
            {left.length > 12 && " and more"}
          </>
        )}
      </summary>
      <OwnedForm className="grid gap-4 mt-4">
        <label className="check">
          <input type="checkbox" name="has_head" value="on" defaultChecked={has_head} />
          <span>The first row says what the columns are</span>
        </label>
        {head.map((name, place) => (
          <div key={place} className="field">
            <label htmlFor={`field-column-${place}`} className="label">
              <bdi>{name}</bdi>
            </label>{" "}
            <span className="hint">
              <bdi>{firstCell(place).slice(0, 60)}</bdi>
            </span>
            {isNeverKept(name) ? (
              <p className="hint">We keep this of nobody.</p>
            ) : (
              <select
                {...labelledControl({ name: `column-${place}` })}
                id={`field-column-${place}`}
                defaultValue={columns[place]}
              >
                <SelectOptions options={columnUses} />
              </select>
            )}
          </div>
        ))}
        <div>
          <Button name="intent" value="columns" variant="outline" busyText="Reading...">
            Read It Again
          </Button>
        </div>
      </OwnedForm>
    </details>
  );
}

/** What becomes of those whom we know already, unless their row says another. */
const KNOWN = [
  ["leave", "Leave them out"],
  ["fill", "Fill in what their records have nothing for"],
  ["make", "Make a new record of each"],
] as const;

/** Imports the table: what holds for all of it, and one button. */
export function RunForm({
  table: { counts },
  sent,
  back,
}: {
  table: Import;
  sent: FormState | undefined;
  back: string;
}) {
  const { known, is_adult, label } = sent?.defaultValues ?? {};
  const error = sent?.errors["is_adult"]?.message;
  return (
    <OwnedForm noValidate className="grid gap-5">
      {counts.known > 0 && (
        <fieldset className="field">
          <legend className="label">
            {counts.known === 1 ? "One is known already" : `${counts.known} are known already`}
          </legend>
          {KNOWN.map(([value, words]) => (
            <label key={value} className="check">
              <input type="radio" name="known" value={value} defaultChecked={(known ?? "leave") === value} />
              <span>{words}</span>
            </label>
          ))}
        </fieldset>
      )}
      <LabelledInput
        name="label"
        label="Where the list is from"
        placeholder="Such as Job fair in Pune"
        defaultValue={String(label ?? "")}
        maxLength={150}
        autoComplete="off"
      />
      <div className="field">
        <label className="check">
          <input
            {...labelledControl({ name: "is_adult", error })}
            className=""
            type="checkbox"
            value="on"
            defaultChecked={Boolean(is_adult)}
          />
          <span>All of them are 18 or older</span>
        </label>
        <FieldError name="is_adult" error={error} />
      </div>
      <p className="hint">
        Nobody is told: each is asked when you first ask them. For a day you can undo the import with one press.
      </p>
      <div className="actions">
        <Button name="intent" value="run" busyText="Importing...">
          Import Them
        </Button>
        <Button name="intent" value="discard" variant="danger">
          Delete This Table
        </Button>
        <ButtonLink href={back} variant="outline">
          Later
        </ButtonLink>
      </div>
    </OwnedForm>
  );
}
