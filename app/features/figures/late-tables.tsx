import { counted } from "~/lib/format/counts";
import type { Options } from "~/lib/schema/fields";
import { versionedIdText } from "~/lib/schema/versioned-id";
import { Button } from "~/ui/forms/button";
import { fieldId } from "~/ui/forms/field";
import { OwnedForm } from "~/ui/forms/owned-form";
import { SelectOptions } from "~/ui/forms/select-options";
import { Moment } from "~/ui/pieces/moment";
import type { LateRow, Workload } from "./late.server";
import { lateKinds, latePath, lateWords } from "./late";

/** Who has what late: a line each, on a phone a card. Each number leads to its rows. */
export function WorkloadTable({ people, names }: { people: Workload["people"]; names: Record<string, string> }) {
  return (
    <table className="figure-table by-group">
      <caption>Late, by recruiter</caption>
      <thead>
        <tr>
          <th scope="col">Recruiter</th>
          {lateKinds.map(([kind, label]) => (
            <th key={kind} scope="col">
              {label}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {people.map(({ person, late }) => (
          <tr key={person}>
            <th scope="row">
              <bdi>{names[person] ?? "Someone"}</bdi>
            </th>
            {lateKinds.map(([kind, label]) => {
              const things = late[kind] ?? 0;
              if (things === 0) return <td key={kind} />;
              return (
                <td key={kind} data-head={label}>
                  <a href={latePath({ person, kind })}>{things}</a>
                </td>
              );
            })}
          </tr>
        ))}
      </tbody>
    </table>
  );
}

/** Somebody's late things of a kind, each to be ticked, and to whom those ticked are given. */
export function LateForm({ rows, people }: { rows: readonly LateRow[]; people: Options }) {
  return (
    <OwnedForm className="grid gap-4">
      <ul className="late-rows">
        {rows.map(({ id, is_item, version, title, sender, company, since, people: candidates }) => (
          <li key={id}>
            <input
              type="checkbox"
              name={is_item ? "item" : "requirement"}
              value={versionedIdText({ id, version })}
              aria-label={`Choose ${title ?? sender ?? "this"}`}
            />
            <p>
              <a href={is_item ? `/team/inbox/${id}` : `/team/requirements/${id}`}>
                <bdi>{title ?? sender}</bdi>
              </a>{" "}
              <span className="hint">
                <bdi>{[company, sender].find((words) => words !== null)}</bdi>
                {candidates > 0 && `, ${counted(candidates, "candidate")}`},{" "}
                <span className="late">{lateWords({ since, is_item })}</span>, since <Moment value={since} />
              </span>
            </p>
          </li>
        ))}
      </ul>
      <p className="several no-print">
        <label htmlFor={fieldId("recruiter")} className="label">
          Give those ticked to
        </label>{" "}
        <select id={fieldId("recruiter")} name="recruiter" className="control">
          <SelectOptions options={people} />
        </select>{" "}
        <Button name="intent" value="give">
          Give
        </Button>
      </p>
    </OwnedForm>
  );
}
