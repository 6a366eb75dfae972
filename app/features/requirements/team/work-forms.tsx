import type { ReactNode } from "react";
import type { FormState } from "~/lib/forms/form";
import { labelOf, type Options } from "~/lib/schema/fields";
import { Button } from "~/ui/forms/button";
import { Labelled, labelledControl, LabelledInput, LabelledSelect } from "~/ui/forms/labelled";
import { OwnedForm } from "~/ui/forms/owned-form";
import { SelectOptions } from "~/ui/forms/select-options";
import { nextStatuses, statuses, statusOf, type Status } from "~/features/requirements/statuses";
import type { Joined } from "./team.server";

/** What a form carries of the page it is on. */
export type Seen = { version: number | string; since: string };

/** The hidden entries of such a form. */
export function SeenFields({ version, since }: Seen) {
  return (
    <>
      <input type="hidden" name="version" value={version} />
      <input type="hidden" name="since" value={since} />
    </>
  );
}

/** A form as it came back; none before it was sent. */
type Sent = FormState | undefined;

function sentEntry(sent: Sent, name: string, other = ""): string {
  return String(sent?.defaultValues[name] ?? other);
}

/** What an entry shares with its label: what was sent, and what is wrong with it. */
function entryOf(sent: Sent, name: string, other?: string) {
  return { name, error: sent?.errors[name]?.message, defaultValue: sentEntry(sent, name, other) };
}

type StatusFormProps = Seen & { status: Status; isUsual: boolean; children: ReactNode };

/** A form that gives one status. @param props.isUsual is it what is usually done next? */
function StatusForm({ status, isUsual, children, version, since }: StatusFormProps) {
  return (
    <OwnedForm noValidate className="grid gap-4">
      <SeenFields version={version} since={since} />
      <input type="hidden" name="status" value={status} />
      {children}
      <Button variant={isUsual ? "primary" : "outline"} name="intent" value="status" busyText="Saving...">
        {labelOf(statuses, status)}
      </Button>
    </OwnedForm>
  );
}

/** Of one that is filled: how many positions, and from when on; as its candidates are marked, where some have joined. */
function FilledFields({ sent, positions, joined }: { sent: Sent; positions: string; joined?: Joined }) {
  const hasJoined = joined !== undefined && joined.persons > 0;
  const filled = entryOf(sent, "filled", hasJoined ? String(joined.persons) : positions);
  const joining = entryOf(sent, "joining", joined?.joining ?? "");
  return (
    <>
      {hasJoined && (
        <p className="hint">
          {joined.persons === 1 ? "1 candidate has" : `${joined.persons} candidates have`} accepted or joined. Say so if
          more positions are filled.
        </p>
      )}
      <LabelledInput {...filled} label="How many were filled" inputMode="numeric" autoComplete="off" />
      <LabelledInput {...joining} label="They begin on (optional)" type="date" />
    </>
  );
}

/** Words to the company. @param props.name tells two of them on one page apart */
function ReasonField({ sent, label, name = "reason" }: { sent: Sent; label: string; name?: string }) {
  const { error, defaultValue } = entryOf(sent, "reason");
  return (
    <Labelled name={name} label={label} error={error}>
      <textarea {...labelledControl({ name, error })} name="reason" defaultValue={defaultValue} />
    </Labelled>
  );
}

type StatusFormsProps = Seen & {
  status: Status;
  /** How many positions were asked for, and who is marked as joined. */
  positions: number;
  joined: Joined;
  /** Is somebody in charge? Else whoever begins says who, themselves to begin with. */
  isTaken: boolean;
  userId: string;
  people: Options;
  sent: Sent;
  /** What is asked with a status that closes it, where somebody has applied and waits for an answer. */
  answer?: ((status: Status, sent: Sent) => ReactNode) | undefined;
};

/** Gives a requirement another status, one that the team may give it now: each by its own button. */
export function StatusForms(props: StatusFormsProps) {
  const { status, positions, joined, isTaken, userId, people, sent, answer, ...seen } = props;
  const next = nextStatuses(status, "team");
  const given = sent?.defaultValues["status"];
  const sentTo = (each: Status) => (given === each ? sent : undefined);
  /** What is asked with a status; with another one, nothing. */
  const asked: Partial<Record<Status, ReactNode>> = {
    in_progress: !isTaken && (
      <Labelled name="begin" label="Who looks after it then">
        <select
          {...labelledControl({ name: "begin" })}
          name="recruiter"
          defaultValue={sentEntry(sentTo("in_progress"), "recruiter", userId)}
        >
          <option value="">Nobody</option>
          <SelectOptions options={people.map(([id, name]) => [id, id === userId ? "Me" : name])} />
        </select>
      </Labelled>
    ),
    filled: (
      <>
        <FilledFields sent={sentTo("filled")} positions={String(positions)} joined={joined} />
        <ReasonField sent={sentTo("filled")} label="A word to the company (optional)" name="filled_reason" />
        {answer?.("filled", sentTo("filled"))}
      </>
    ),
    cancelled: (
      <>
        <ReasonField sent={sentTo("cancelled")} label="Reason, which the company reads" />
        {answer?.("cancelled", sentTo("cancelled"))}
      </>
    ),
  };
  const formOf = (each: Status) => (
    <StatusForm key={each} {...seen} status={each} isUsual={each === "in_progress" && isTaken && status === "new"}>
      {asked[each]}
    </StatusForm>
  );
  return (
    <div className="grid gap-4">
      {next.map((each) =>
        // Back to new is seldom meant.
        statusOf(each).isOpen && each !== "new" ? (
          formOf(each)
        ) : (
          <details key={each} className="fold" open={given === each}>
            <summary>{each === "new" ? "Back to New …" : `${labelOf(statuses, each)} …`}</summary>
            {formOf(each)}
          </details>
        ),
      )}
    </div>
  );
}

/** Puts a colleague in charge of a requirement, or nobody: its company sees who. */
function RecruiterForm({ recruiter, people, ...seen }: Seen & { recruiter: string; people: Options }) {
  return (
    <OwnedForm noValidate className="grid gap-4">
      <SeenFields {...seen} />
      <LabelledSelect name="recruiter" label="In charge" options={people} value={recruiter} empty="Nobody" />
      <Button variant="outline" name="intent" value="recruiter" busyText="Saving...">
        Put in Charge
      </Button>
    </OwnedForm>
  );
}

type RecruiterFormsProps = Seen & {
  /** Who is in charge, if anybody is, and what they are called. */
  recruiter: string | null;
  name: string | undefined;
  userId: string;
  people: Options;
  sent: Sent;
};

/** Who is in charge; oneself by one press, and anybody else. */
export function RecruiterForms({ recruiter, name, userId, people, sent, ...seen }: RecruiterFormsProps) {
  const isSent = sent !== undefined && !("status" in sent.defaultValues) && "recruiter" in sent.defaultValues;
  return (
    <div className="grid gap-4">
      <p>{recruiter === null ? "Nobody yet" : <bdi>{name}</bdi>}</p>
      {recruiter !== userId && (
        <OwnedForm noValidate>
          <SeenFields {...seen} />
          <input type="hidden" name="recruiter" value={userId} />
          <Button
            variant={recruiter === null ? "primary" : "outline"}
            name="intent"
            value="recruiter"
            busyText="Saving..."
          >
            Put Me in Charge
          </Button>
        </OwnedForm>
      )}
      <details className="fold" open={isSent}>
        <summary>Someone else …</summary>
        <RecruiterForm
          recruiter={sentEntry(isSent ? sent : undefined, "recruiter", recruiter ?? "")}
          people={people}
          {...seen}
        />
      </details>
    </div>
  );
}

/** The form that was sent, with its entries, while the requirement itself can't be shown. */
export function SentForm({ sent }: { sent: FormState }) {
  const seen = { version: sentEntry(sent, "version"), since: sentEntry(sent, "since") };
  const status = entryOf(sent, "status");
  const recruiter = sentEntry(sent, "recruiter");
  const people: Options = recruiter ? [[recruiter, "The colleague you chose"]] : [];
  if (!("status" in sent.defaultValues)) return <RecruiterForm recruiter={recruiter} people={people} {...seen} />;
  return (
    <OwnedForm noValidate className="grid gap-4">
      <SeenFields {...seen} />
      <LabelledSelect
        name="status"
        label="New status"
        options={statuses}
        value={status.defaultValue}
        error={status.error}
        empty="Choose"
      />
      <LabelledSelect
        name="recruiter"
        label="Who looks after it then"
        options={people}
        value={recruiter}
        empty="Nobody"
      />
      <FilledFields sent={sent} positions="" />
      <ReasonField sent={sent} label="Reason" />
      <Button name="intent" value="status" busyText="Saving...">
        Change Status
      </Button>
    </OwnedForm>
  );
}
