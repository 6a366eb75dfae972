import { company as agency } from "~/content/company";
import { candidatePath } from "~/content/navigation";
import { usePostedForm } from "~/lib/forms/use-posted-form";
import { Button, ButtonLink } from "~/ui/forms/button";
import { CheckboxField, TextField } from "~/ui/forms/field";
import { OwnedForm } from "~/ui/forms/owned-form";
import { Part } from "~/ui/layout/part";
import { AlsoNamed } from "~/ui/pieces/also-named";
import { jobTexts } from "~/content/jobs/texts";
import { Moment } from "~/ui/pieces/moment";
import { OwnApplicationItem } from "./own-application";
import { OwnEntryItem } from "./own-entry";
import type { OwnEntry, OwnPage } from "./own-page";

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

/** What somebody has applied for, and what has become of it. */
function Applications({ applications }: Pick<OwnPage, "applications">) {
  const { title } = jobTexts("en").own;
  if (applications.length === 0) return null;
  return (
    <Part id="applied" title={title(applications.length)} heading="text-xl" className="grid grid-cols-1 gap-4">
      <ul className="grid grid-cols-1 gap-6">
        {applications.map((application) => (
          <OwnApplicationItem key={application.id} application={application} />
        ))}
      </ul>
    </Part>
  );
}

/** Where somebody is asked about, has applied, is shown, and was: what waits for them first. */
export function OwnEntries({ entries, applications }: Pick<OwnPage, "entries" | "applications">) {
  const asked = entries.filter(({ state }) => state === "asked");
  const others = entries.filter(({ state }) => state !== "asked");
  if (entries.length === 0 && applications.length === 0) {
    return <p className="empty">No company sees you, and we have no question for you.</p>;
  }
  return (
    <>
      <Entries id="asked" title={asked.length === 1 ? "One question for you" : "Questions for you"} entries={asked} />
      <Applications applications={applications} />
      <Entries id="shown" title="Where you are or were shown" entries={others} />
    </>
  );
}

/** May we keep them? */
export function KeepSection({
  is_kept,
  keep_asked,
  forgotten_at,
}: Pick<OwnPage, "is_kept" | "keep_asked" | "forgotten_at">) {
  return (
    <Part id="keep" title="May we keep you?" heading="text-xl" className="grid grid-cols-1 gap-4">
      {is_kept ? (
        <p>
          You agreed that we keep your details, so that we can write to you when a job fits. To end that, delete
          everything below.
        </p>
      ) : (
        <>
          <p>
            {keep_asked ? "We have asked you to agree" : "You can agree"} that we keep your details beyond the jobs
            above: then we write to you when another one fits. If we hear nothing for a long time, as a rule a year, we
            delete them.
            {forgotten_at && (
              <>
                {` ${jobTexts("en").own.forgotten} `}
                <Moment value={forgotten_at} />.
              </>
            )}
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
        hint="Such as Harbour Yards, spelled as they spell it, or harbour.example"
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
                        Everyone with mail at <bdi>{domain}</bdi> or below it
                      </>
                    ) : (
                      "By its name only"
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
          We compare names letter by letter, so we miss a company that spells itself another way. The domain of its
          mails is safer: add that too.
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
        label={`Delete everything that ${agency.name} keeps about me. No company sees me any more. This can't be undone.`}
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
    <Part id="data" title="What we keep about you" heading="text-xl" className="grid grid-cols-1 gap-4">
      <p>
        <bdi>{candidate.full_name}</bdi>
        <AlsoNamed name={candidate.email} />, and the details your cards are made from.
      </p>
      <div className="actions">
        <ButtonLink href={`${candidatePath}/details`} variant="outline">
          Read and Correct It
        </ButtonLink>
        <ButtonLink href={`${candidatePath}/export`} variant="outline">
          Download It (a File)
        </ButtonLink>
        <ButtonLink href={`${candidatePath}/print`} variant="outline">
          Print All of It
        </ButtonLink>
      </div>
      <p className="hint">Under 18? Then delete everything: we keep nothing about anyone younger.</p>
      <EraseForm />
    </Part>
  );
}
