import type { Entry, Shortlist } from "~/features/candidates/team/shortlist/shortlist.server";
import { FORM_ID, type FormState } from "~/lib/forms/form";
import { usePostedForm } from "~/lib/forms/use-posted-form";
import { versionedIdText } from "~/lib/schema/versioned-id";
import { Button } from "~/ui/forms/button";
import { CheckboxField } from "~/ui/forms/field";
import { LabelledSelect } from "~/ui/forms/labelled";
import { OwnedForm } from "~/ui/forms/owned-form";
import { UnsentForm } from "~/ui/forms/unsent-form";
import { Moment } from "~/ui/pieces/moment";
import { AskerWords, AskerWordsField } from "./asker-words";
import { numberWords } from "./by-phone";

type Numbers = Entry["candidate"]["numbers"];

/** Who has rung which of the numbers within the time that counts. */
function Rung({ numbers }: { numbers: Numbers }) {
  return numbers.map(
    ({ number, rung_at, rung_by }) =>
      rung_at && (
        <p key={number} className="hint">
          {numberWords(number)}: rung by <bdi>{rung_by ?? "a former colleague"}</bdi> on <Moment value={rung_at} />.
        </p>
      ),
  );
}

/** Asks by a link: at which number, that it was rung, and a line of the recruiter's own. */
export function AskByPhoneForm({ entry, list, sent }: { entry: Entry; list: Shortlist; sent: FormState | undefined }) {
  const { numbers } = entry.candidate;
  const [first] = numbers;
  const form = usePostedForm({ number: first?.number ?? "", rung: false });
  const isRung = numbers.every(({ rung_at }) => rung_at !== null);
  const notedAt = numbers.find(({ noted_at }) => noted_at !== null)?.noted_at;
  return (
    <OwnedForm id={FORM_ID} noValidate className="grid gap-5">
      <input type="hidden" name="entry" value={versionedIdText(entry)} />
      {numbers.length === 1 && first ? (
        <input type="hidden" name="number" value={first.number} />
      ) : (
        <LabelledSelect
          name="number"
          label="At which number"
          options={numbers.map(({ number }) => [number, numberWords(number)] as const)}
          value={form.getValues("number")}
        />
      )}
      <Rung numbers={numbers} />
      {!isRung && (
        <CheckboxField
          form={form}
          name="rung"
          label={
            <>
              I have rung {numbers.length === 1 && first ? numberWords(first.number) : "this number"} and spoken to them{" "}
              {notedAt && (
                <span className="hint">
                  In the call that you noted on <Moment value={notedAt} hasTime />: it is not noted twice.{" "}
                </span>
              )}
              <span className="hint">The company sees who rang, with their yes</span>
            </>
          }
        />
      )}
      <AskerWords list={list} sent={sent} />
      <div className="actions">
        <Button name="intent" value="ask-by-phone" busyText="Making the link...">
          Make the Link
        </Button>
      </div>
    </OwnedForm>
  );
}

/** In its place while the page can't be shown: what was entered, to be sent again. */
export function UnsentAskForm({ sent }: { sent: FormState }) {
  const { words: _, ...hidden } = sent.defaultValues;
  return (
    <UnsentForm sent={{ ...sent, defaultValues: hidden }} intent="ask-by-phone" button="Make the Link">
      <AskerWordsField sent={sent} />
    </UnsentForm>
  );
}
