import { today } from "~/lib/format/clock";
import { sentText, type FormState } from "~/lib/forms/form";
import { channelWord, talkKinds, type NextStep, type Talk } from "~/features/candidates/talks";
import { Button } from "~/ui/forms/button";
import { FieldError } from "~/ui/forms/field";
import { Labelled, labelledControl, LabelledInput } from "~/ui/forms/labelled";
import { OwnedForm } from "~/ui/forms/owned-form";
import { RadioChoices } from "~/ui/forms/radio-choices";
import { Moment } from "~/ui/pieces/moment";

/** What people of the team are called, by their ids. */
type Names = Record<string, string>;

/** What the team does next, on which day, and in whose day that is. */
export function NextStepLine({ next: { on, words, by }, names }: { next: NextStep; names: Names }) {
  const isLate = on < today();
  return (
    <span className={isLate ? "late" : undefined}>
      {isLate ? "Was due" : "Next"} <Moment value={on} />
      {words && (
        <>
          : <bdi>{words}</bdi>
        </>
      )}
      {by && names[by] && (
        <span className="hint">
          , <bdi>{names[by]}</bdi>
        </span>
      )}
    </span>
  );
}

/** One talk: how, what was said, by whom and when, and for which job, where that is another one. */
export function TalkLine({ talk, names, job }: { talk: Talk; names: Names; job?: string | undefined }) {
  const { body, author, created_at, job_title, entry_id } = talk;
  return (
    <>
      <p className="words">{body}</p>
      <p className="hint">
        {channelWord(talk)}, <bdi>{(author && names[author]) || "Someone"}</bdi>, <Moment value={created_at} hasTime />
        {job_title && entry_id !== job && (
          <>
            , for <bdi>{job_title}</bdi>
          </>
        )}
      </p>
    </>
  );
}

/** The talks, the newest first. */
export function TalkList({ talks, names, job }: { talks: readonly Talk[]; names: Names; job?: string }) {
  return (
    <ol className="timeline mt-4">
      {talks.map((talk) => (
        <li key={talk.id} className="noted">
          <TalkLine talk={talk} names={names} job={job} />
        </li>
      ))}
    </ol>
  );
}

type AboutProps = {
  /** Whom it is about, and the entry of the job, if it is for one. */
  candidate: string;
  entry?: string | undefined;
  next: NextStep | null;
};

/** About whom a form is, for which job, and which next step its page shows. */
function About({ candidate, entry = "", next }: AboutProps) {
  return (
    <>
      <input type="hidden" name="candidate" value={candidate} />
      <input type="hidden" name="entry" value={entry} />
      <input type="hidden" name="seen_next" value={next?.on ?? ""} />
    </>
  );
}

type TalkFormProps = AboutProps & {
  names: Names;
  /** The form as it came back; undefined for another's. */
  sent: FormState | undefined;
};

/** What the team does next stands, and is done with one press. */
function Standing({ names, ...about }: Pick<TalkFormProps, "names"> & AboutProps) {
  if (!about.next) return null;
  return (
    <OwnedForm className="next-step">
      <About {...about} />
      <NextStepLine next={about.next} names={names} />{" "}
      <Button variant="quiet" name="intent" value="step-done">
        Done<span className="sr-only">: the next step</span>
      </Button>
    </OwnedForm>
  );
}

/** Notes a talk, and says what comes next on which day: one post. */
export function TalkForm({ sent, names, ...about }: TalkFormProps) {
  const error = (field: string) => sent?.errors[field]?.message;
  return (
    <div className="grid gap-2">
      <Standing names={names} {...about} />
      <OwnedForm className="talk-form">
        <About {...about} />
        <fieldset className="kinds">
          <legend className="sr-only">How you spoke to them</legend>
          <FieldError name="channel" error={error("channel")} />
          <RadioChoices name="channel" choices={talkKinds} chosen={sentText(sent, "channel") ?? "call"} />
        </fieldset>
        <Labelled name="said" label="What was said" error={error("said")}>
          <textarea
            {...labelledControl({ name: "said", error: error("said") })}
            rows={2}
            defaultValue={sentText(sent, "said")}
          />
        </Labelled>
        <div className="pick">
          <LabelledInput
            name="next_words"
            label="Next step"
            error={error("next_words")}
            defaultValue={sentText(sent, "next_words")}
            maxLength={200}
          />
          <LabelledInput
            name="next_on"
            label="On"
            type="date"
            error={error("next_on")}
            defaultValue={sentText(sent, "next_on")}
          />
          <Button variant="outline" name="intent" value="talk" busyText="Saving...">
            Note It
          </Button>
        </div>
        {about.next && <p className="hint">Noting a talk settles the next step, unless you enter another.</p>}
      </OwnedForm>
    </div>
  );
}
