import { dayWords, today } from "~/lib/format/clock";
import { sentText, type FormState } from "~/lib/forms/form";
import { versionedIdText } from "~/lib/schema/versioned-id";
import { stateOf } from "~/features/candidates/states";
import { Button } from "~/ui/forms/button";
import { Labelled, labelledControl, LabelledSelect } from "~/ui/forms/labelled";
import { OwnedForm } from "~/ui/forms/owned-form";
import { Dated } from "~/ui/pieces/moment";
import { entryPath } from "~/features/candidates/team/finding/filters";
import { marks } from "./shortlist";
import type { Elsewhere, Entry } from "./shortlist.server";

/** What has become of somebody who was shown; a day is asked for with the marks that have one. */
export function MarkForm({ entry, sent }: { entry: Entry; sent: FormState | undefined }) {
  // Whether they are interviewed is the company's to say, once.
  const offered = marks.filter(
    ([state]) =>
      (state !== entry.state || state === "joined" || state === "accepted") &&
      (state !== "interview" || entry.interview_at !== null || entry.answers[0]?.verdict === "interview"),
  );
  const stateError = sent?.errors["state"]?.message;
  const dayError = sent?.errors["day"]?.message;
  const [first] = offered;
  return (
    <OwnedForm className="pick mark-form">
      <input type="hidden" name="entry" value={versionedIdText(entry)} />
      <LabelledSelect
        name="state"
        label="Mark as"
        options={offered}
        value={sentText(sent, "state") ?? first?.[0] ?? ""}
        error={stateError}
      />
      <div className="day">
        <Labelled name="day" label="First day of work (joined and left empty: today)" error={dayError}>
          <input
            {...labelledControl({ name: "day", error: dayError })}
            type="date"
            defaultValue={sentText(sent, "day") ?? entry.begins_on ?? entry.joined_on ?? ""}
          />
        </Labelled>
      </div>
      <Button variant="outline" name="intent" value="mark" busyText="Saving...">
        Mark
      </Button>
    </OwnedForm>
  );
}

/** Whoever was to begin today or before has joined that day, by one press. */
export function JoinedForm({ entry }: { entry: Entry }) {
  const { begins_on } = entry;
  if (entry.state !== "accepted" || begins_on === null || begins_on > today()) return null;
  return (
    <OwnedForm className="acts">
      <input type="hidden" name="entry" value={versionedIdText(entry)} />
      <input type="hidden" name="state" value="joined" />
      <input type="hidden" name="day" value={begins_on} />
      <Button name="intent" value="mark" busyText="Saving...">
        Joined on {dayWords(begins_on)}
      </Button>
    </OwnedForm>
  );
}

/** Another job, how far somebody is for it, and since when. */
function OtherJob({ job }: { job: Elsewhere }) {
  const { label } = stateOf({ state: job.state, is_disowned: false, shown_at: null });
  return (
    <>
      {label}
      <Dated words=" since" value={job.since} />:{" "}
      <a href={entryPath(`/team/requirements/${job.requirement_id}/candidates`, job.id)}>
        <bdi>{job.job_title}</bdi>
      </a>
      , <bdi>{job.company}</bdi>
      <Dated words=", begins on" value={job.begins_on} />
    </>
  );
}

/** Where else somebody is in process; once they have joined here, what is ticked of it is ended by one press. */
export function ElsewhereList({ entry }: { entry: Entry }) {
  const { elsewhere } = entry.candidate;
  if (elsewhere.length === 0) return null;
  if (entry.state !== "joined") {
    return (
      <div>
        <p className="label">Also in process</p>
        <ul className="lines">
          {elsewhere.map((job) => (
            <li key={job.id}>
              <OtherJob job={job} />
            </li>
          ))}
        </ul>
      </div>
    );
  }
  return (
    <OwnedForm className="grid gap-2">
      <input type="hidden" name="entry" value={entry.id} />
      <fieldset>
        <legend className="label">
          They have joined, and are still in process for {elsewhere.length === 1 ? "1 other job" : "other jobs"}
        </legend>
        {elsewhere.map((job) => (
          <label key={job.id} className="check">
            <input type="checkbox" name="elsewhere" value={versionedIdText(job)} defaultChecked />
            <span>
              <OtherJob job={job} />
            </span>
          </label>
        ))}
      </fieldset>
      <div>
        <Button variant="outline" name="intent" value="end-elsewhere" busyText="Withdrawing...">
          Withdraw There
        </Button>
      </div>
    </OwnedForm>
  );
}
