import { company as agency } from "~/content/company";
import { candidatePath } from "~/content/navigation";
import { usePostedForm } from "~/lib/forms/use-posted-form";
import { Button, ButtonLink } from "~/ui/forms/button";
import { CheckboxField, TextField } from "~/ui/forms/field";
import { OwnedForm } from "~/ui/forms/owned-form";
import { Part } from "~/ui/layout/part";
import { AlsoNamed } from "~/ui/pieces/also-named";
import { OwnEntryItem } from "./own-entry";
import type { OwnEntry, OwnPage } from "./own.server";

/** The entries of one kind, under their heading. */
function Entries({ id, title, entries }: { id: string; title: string; entries: OwnEntry[] }) {
  if (entries.length === 0) return null;
  return (
    <Part id={id} title={title} heading="text-xl" className="grid grid-cols-1 gap-4">
      <ul className="grid grid-cols-1 gap-6">
        {entries.map((entry) => (
          <OwnEntryItem key={entry.id} entry={entry} />
        ))}
      </ul>
    </Part>
  );
}

/** Where somebody is asked about, shown, and was: what waits for them first. */
export function OwnEntries({ entries }: Pick<OwnPage, "entries">) {
  const asked = entries.filter(({ state }) => state === "asked");
  const others = entries.filter(({ state }) => state !== "asked");
  if (entries.length === 0) return <p className="empty">You are shown to nobody, and nobody asks to be shown you.</p>;
  return (
    <>
      <Entries id="asked" title={asked.length === 1 ? "One question for you" : "Questions for you"} entries={asked} />
      <Entries id="shown" title="Where you are shown, and were" entries={others} />
    </>
  );
}

/** May we keep them? */
export function KeepSection({ is_kept, keep_asked }: Pick<OwnPage, "is_kept" | "keep_asked">) {
  return (
    <Part id="keep" title="May we keep you?" heading="text-xl" className="grid grid-cols-1 gap-4">
      {is_kept ? (
        <p>
          You have agreed that we keep what we have of you, to write to you when a job fits. Delete it below to end
          that.
        </p>
      ) : (
        <>
          <p>
            {keep_asked ? "We have asked you" : "You can agree"} to be kept beyond the jobs above: then we write to you
            when another one fits. What we hear nothing of for a long time, as a rule a year, is deleted by itself.
          </p>
          <OwnedForm>
            <Button variant="outline" name="intent" value="keep" busyText="Saving...">
              Yes, Keep Me
            </Button>
          </OwnedForm>
        </>
      )}
    </Part>
  );
}

/** Adds to the list of those who must not learn of somebody. */
export function NeverForm() {
  const form = usePostedForm({ named: "", employer: false });
  return (
    <OwnedForm noValidate className="grid gap-5">
      <TextField
        form={form}
        name="named"
        label="Company, or the domain of its mails"
        required
        hint="Such as Harbour Yards, as it writes itself, or harbour.example"
      />
      <CheckboxField form={form} name="employer" label="I work there now" />
      <div className="actions">
        <Button variant="outline" name="intent" value="add-never" busyText="Saving...">
          Never Show Me There
        </Button>
      </div>
    </OwnedForm>
  );
}

/** Who must not learn of somebody. */
export function NeverSection({ never }: Pick<OwnPage, "never">) {
  return (
    <Part id="never" title="Who must never see you" heading="text-xl" className="grid grid-cols-1 gap-4">
      {never.length > 0 && (
        <ul className="grid grid-cols-1 gap-2">
          {never.map(({ id, named, domain, is_employer }) => (
            <li key={id}>
              <OwnedForm className="row-forms">
                <input type="hidden" name="never" value={id} />
                <span>
                  <bdi>{named}</bdi>
                  {is_employer && " (you work there)"}{" "}
                  <span className="hint">
                    {domain ? (
                      <>
                        Whoever has mail at <bdi>{domain}</bdi> or below it
                      </>
                    ) : (
                      "By its name alone"
                    )}
                  </span>
                </span>
                <Button variant="quiet" name="intent" value="remove-never">
                  Take Off<span className="sr-only"> {named}</span>
                </Button>
              </OwnedForm>
            </li>
          ))}
        </ul>
      )}
      {never.some(({ domain }) => domain === null) && (
        <p className="hint">
          We compare a name as it is written: a company that writes itself otherwise is not found by it. The domain of
          its mails or pages is surer. Add that, too.
        </p>
      )}
      <NeverForm />
    </Part>
  );
}

/** Deletes everything, once it was said that this is meant. */
function EraseForm() {
  const form = usePostedForm({ sure: false });
  return (
    <OwnedForm noValidate className="grid gap-3">
      <CheckboxField
        form={form}
        name="sure"
        label={`Delete all that ${agency.name} has of me. Companies that see me see me no more. It can't be undone.`}
      />
      <div className="actions">
        <Button variant="danger" name="intent" value="erase" busyText="Deleting...">
          Delete Everything
        </Button>
      </div>
    </OwnedForm>
  );
}

/** What we have of somebody: to correct, to take along, to delete. */
export function DataSection({ candidate }: Pick<OwnPage, "candidate">) {
  return (
    <Part id="data" title="What we have of you" heading="text-xl" className="grid grid-cols-1 gap-4">
      <p>
        <bdi>{candidate.full_name}</bdi>
        <AlsoNamed name={candidate.email} />, and what your cards are made of.
      </p>
      <div className="actions">
        <ButtonLink href={`${candidatePath}/details`} variant="outline">
          Read and Correct It
        </ButtonLink>
        <ButtonLink href={`${candidatePath}/export`} variant="outline">
          Take It Along (a File)
        </ButtonLink>
        <ButtonLink href={`${candidatePath}/print`} variant="outline">
          All of It, to Print
        </ButtonLink>
      </div>
      <p className="hint">Under 18? Then delete everything: of anybody younger we keep nothing.</p>
      <EraseForm />
    </Part>
  );
}
