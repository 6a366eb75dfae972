import { sentText, type FormState } from "~/lib/forms/form";
import { timeWords } from "~/lib/format/days";
import { labelOf } from "~/lib/schema/fields";
import { versionedIdText } from "~/lib/schema/versioned-id";
import { CandidateCard } from "~/features/candidates/card";
import { cardFields } from "~/features/candidates/fields";
import { isShown, verdicts } from "~/features/candidates/states";
import { Button } from "~/ui/forms/button";
import { Labelled, labelledControl, LabelledSelect } from "~/ui/forms/labelled";
import { OwnedForm } from "~/ui/forms/owned-form";
import { ConflictFields } from "~/ui/forms/conflict-fields";
import { Dated, Moment } from "~/ui/pieces/moment";
import { AskerWords } from "~/features/candidates/by-phone/asker-words";
import { ByPhone } from "~/features/candidates/by-phone/by-phone-act";
import { NotedWords } from "~/features/candidates/noted";
import { NotedAnswer } from "./noted-answer";
import { isOpenCard, marks, wayToAsk, whyNotAsked } from "./shortlist";
import type { Entry, Shortlist } from "./shortlist.server";

type OpenProps = {
  entry: Entry;
  list: Shortlist;
  /** A form that came back, of whichever of them. */
  sent: FormState | undefined;
};

/** The form's entries, if it is this one's. */
function sentOf({ entry, sent }: OpenProps, field: "pitch" | "state"): FormState | undefined {
  return sentText(sent, "entry")?.startsWith(entry.id) && field in sent!.defaultValues ? sent : undefined;
}

/** The form of an entry's card, which what is done next with the entry sends along. */
function cardFormId({ id }: Entry): string {
  return `card-${id}`;
}

/** Which fields are on the card, and why this person. */
function CardForm(props: OpenProps) {
  const { entry, list } = props;
  const sent = sentOf(props, "pitch");
  const chosen = sent?.lists["chosen"] ?? entry.chosen;
  const error = sent?.errors["pitch"]?.message;
  const isStale = sent !== undefined && sentText(sent, "entry") !== versionedIdText(entry);
  return (
    <OwnedForm id={cardFormId(entry)} className="grid gap-4">
      <input type="hidden" name="entry" value={versionedIdText(entry)} />
      {isStale && (
        <ConflictFields
          did="entered"
          rows={[
            ["On the card", entry.chosen.map((name) => labelOf(cardFields, name)).join(", ")],
            ["Why this person", entry.pitch ?? ""],
          ]}
        />
      )}
      <fieldset className="field">
        <legend className="label">On the card</legend>
        <div className="chosen">
          {cardFields.map(([name, label]) => (
            <label key={name} className="check">
              <input type="checkbox" name="chosen" value={name} defaultChecked={chosen.includes(name)} />
              <span>{label}</span>
            </label>
          ))}
        </div>
        {list.shortlist.is_blind && (
          <p className="hint">Blind: the card leaves out name, links and employer, whatever you tick.</p>
        )}
      </fieldset>
      <Labelled name="pitch" label="Why this person" error={error}>
        <textarea
          {...labelledControl({ name: "pitch", error })}
          rows={3}
          defaultValue={sentText(sent, "pitch") ?? entry.pitch ?? ""}
        />
      </Labelled>
      {wayToAsk(entry) === "mail" && entry.state !== "asked" && !entry.has_yes && (
        <AskerWords list={list} sent={sent} />
      )}
      {entry.state !== "draft" && (
        <p className="hint">If you change the card, ask them again: the question is then withdrawn.</p>
      )}
      <div className="acts">
        <Button variant="outline" name="intent" value="card" busyText="Saving...">
          Save the Card
        </Button>
      </div>
    </OwnedForm>
  );
}

/** What the company has answered, and what of it is for the candidate. */
function Answers({ entry }: { entry: Entry }) {
  if (entry.answers.length === 0) return null;
  return (
    <ul className="lines">
      {entry.answers.map((answer, place) => (
        <li key={answer.id}>
          <strong>{labelOf(verdicts, answer.verdict)}</strong>,{" "}
          {answer.noted ? (
            <NotedWords noted={answer.noted} />
          ) : (
            <>
              <bdi>{answer.name ?? "a former colleague"}</bdi>, <Moment value={answer.created_at} hasTime />
            </>
          )}
          {answer.undo_until && (
            <p className="late">They can undo it until {timeWords(answer.undo_until)}: tell no one before.</p>
          )}
          {answer.reason && <p className="said">{answer.reason}</p>}
          {answer.words_for_agency && (
            <p className="said">
              <span className="hint">For us</span>
              {answer.words_for_agency}
            </p>
          )}
          {answer.words_for_candidate && (
            <OwnedForm className="said">
              <span className="hint">For the candidate</span>
              {answer.words_for_candidate}
              <input type="hidden" name="answer" value={answer.id} />
              <p>
                {answer.released_at ? (
                  <span className="hint">
                    Sent to the candidate <Moment value={answer.released_at} hasTime />
                  </span>
                ) : answer.undo_until ? null : place > 0 ? (
                  <span className="hint">They have changed their answer since, so this message stays here.</span>
                ) : (
                  <Button variant="outline" name="intent" value="release" busyText="Sending...">
                    Pass It On
                  </Button>
                )}
              </p>
            </OwnedForm>
          )}
        </li>
      ))}
    </ul>
  );
}

/** What has become of somebody who was shown. */
function MarkForm(props: OpenProps) {
  const { entry } = props;
  const sent = sentOf(props, "state");
  // Whether they are interviewed is the company's to say, once.
  const offered = marks.filter(
    ([state]) =>
      (state !== entry.state || state === "joined") &&
      (state !== "interview" || entry.interview_at !== null || entry.answers[0]?.verdict === "interview"),
  );
  const stateError = sent?.errors["state"]?.message;
  const dayError = sent?.errors["day"]?.message;
  const [first] = offered;
  return (
    <OwnedForm className="pick">
      <input type="hidden" name="entry" value={versionedIdText(entry)} />
      <LabelledSelect
        name="state"
        label="Mark as"
        options={offered}
        value={sentText(sent, "state") ?? first?.[0] ?? ""}
        error={stateError}
      />
      <Labelled name="day" label="Begins on" error={dayError}>
        <input
          {...labelledControl({ name: "day", error: dayError })}
          type="date"
          defaultValue={sentText(sent, "day") ?? entry.begins_on ?? ""}
        />
      </Labelled>
      <Button variant="outline" name="intent" value="mark" busyText="Saving...">
        Mark
      </Button>
    </OwnedForm>
  );
}

/** The one thing to do next with somebody, and taking them back. */
function OwnActs({ entry, list }: Pick<OpenProps, "entry" | "list">) {
  const { state, has_yes } = entry;
  const isAsked = state !== "draft";
  const why = whyNotAsked(entry, list);
  const next = !list.is_open
    ? undefined
    : state === "draft" || (state === "agreed" && !has_yes)
      ? { intent: "ask", label: entry.asked_at ? "Ask Again" : "Ask for Their Yes" }
      : state === "agreed" && !list.shortlist.is_by_mail
        ? { intent: "show", label: "Show to the Company" }
        : undefined;
  const isByPhone = next?.intent === "ask" && wayToAsk(entry) === "phone";
  if (state === "withdrawn" || state === "closed") return null;
  return (
    <OwnedForm className="acts">
      <input type="hidden" name="entry" value={versionedIdText(entry)} />
      <ByPhone entry={entry} isNext={isByPhone && !why} />
      {next && !why && !isByPhone && (
        <Button name="intent" value={next.intent} form={cardFormId(entry)} busyText="Sending...">
          {next.label}
        </Button>
      )}
      <Button variant="danger" name="intent" value="take-back">
        {isAsked ? "Withdraw" : "Remove"}
      </Button>
      {next && why && <span className="late">{why}</span>}
    </OwnedForm>
  );
}

/** One entry with its card as the company sees it, and all that can be done about it. */
export function OpenEntry(props: OpenProps) {
  const { entry, list } = props;
  return (
    <div className="opened">
      <div className="grid gap-4 content-start">
        <p className="label">{isShown(entry.state) ? "What the company sees" : "What the company would see"}</p>
        <CandidateCard
          name={entry.card.name ?? entry.opened_to?.full_name ?? entry.code_word}
          card={entry.card}
          pitch={entry.pitch}
          seal={entry.seal}
          heading="h4"
        />
        {entry.opened_to && (
          <p>
            Opened by “Interview”: the company sees <bdi>{Object.values(entry.opened_to).join(", ")}</bdi>
            <Dated words=" since" value={entry.interview_at} />.
          </p>
        )}
        {entry.is_blind && !entry.opened_to && (
          <p className="hint">Blind: name and contact open only with “interview”.</p>
        )}
        <OwnActs entry={entry} list={list} />
      </div>
      <div className="grid gap-4 content-start">
        {(list.is_open || sentOf(props, "pitch")) && isOpenCard(entry.state) && <CardForm {...props} />}
        <Answers entry={entry} />
        <NotedAnswer {...props} />
        {isShown(entry.state) && <MarkForm {...props} />}
      </div>
    </div>
  );
}
