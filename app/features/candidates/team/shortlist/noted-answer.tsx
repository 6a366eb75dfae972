import { sentText, type FormState } from "~/lib/forms/form";
import { today } from "~/lib/format/clock";
import { versionedIdText } from "~/lib/schema/versioned-id";
import { isShown, verdicts } from "~/features/candidates/states";
import { Button } from "~/ui/forms/button";
import { Labelled, labelledControl, LabelledSelect } from "~/ui/forms/labelled";
import { OwnedForm } from "~/ui/forms/owned-form";
import { saidHow } from "./noted";
import type { Entry, Shortlist } from "./shortlist.server";

type NotedAnswerProps = {
  entry: Entry;
  list: Pick<Shortlist, "is_open">;
  /** A form that came back, of whichever of the page. */
  sent: FormState | undefined;
};

/** Takes back the last answer, if the team has noted it. */
function TakeBackNote({ entry }: { entry: Entry }) {
  const [last] = entry.answers;
  if (!last?.noted) return null;
  return (
    <OwnedForm className="acts">
      <input type="hidden" name="entry" value={versionedIdText(entry)} />
      <input type="hidden" name="answer" value={last.id} />
      <Button variant="outline" name="intent" value="take-back-note" busyText="Saving...">
        Take Back What Was Noted
      </Button>
      <span className="hint">Was it noted by mistake? It then stands as before.</span>
    </OwnedForm>
  );
}

/** What the company has said of somebody by phone or mail: it counts like an answer, and opens nothing. */
export function NotedAnswer({ entry, list, sent }: NotedAnswerProps) {
  if (!isShown(entry.state)) return null;
  const own = sentText(sent, "entry")?.startsWith(entry.id) && "said_by" in sent!.defaultValues ? sent : undefined;
  const errorOf = (field: string) => own?.errors[field]?.message;
  return (
    <>
      {(list.is_open || own) && (
        <details open={own !== undefined} className="no-print">
          <summary>The company answered by phone or mail</summary>
          <OwnedForm className="grid gap-3">
            <input type="hidden" name="entry" value={versionedIdText(entry)} />
            <p className="hint">
              The company and the candidate see that it was told us and noted by you. It opens neither name nor contact:
              the company does that on its own page.
            </p>
            <LabelledSelect
              name="verdict"
              label="They said"
              options={verdicts}
              value={sentText(own, "verdict") ?? "interview"}
              error={errorOf("verdict")}
            />
            <Labelled name="said_by" label="Who of the company" error={errorOf("said_by")}>
              <input
                {...labelledControl({ name: "said_by", error: errorOf("said_by") })}
                dir="auto"
                defaultValue={sentText(own, "said_by") ?? ""}
              />
            </Labelled>
            <LabelledSelect
              name="said_how"
              label="How"
              options={saidHow}
              value={sentText(own, "said_how") ?? "phone"}
              error={errorOf("said_how")}
            />
            <Labelled name="said_on" label="When" error={errorOf("said_on")}>
              <input
                {...labelledControl({ name: "said_on", error: errorOf("said_on") })}
                type="date"
                max={today()}
                defaultValue={sentText(own, "said_on") ?? today()}
              />
            </Labelled>
            <Labelled name="reason" label="Their words" error={errorOf("reason")}>
              <textarea
                {...labelledControl({ name: "reason", error: errorOf("reason") })}
                rows={2}
                dir="auto"
                defaultValue={sentText(own, "reason") ?? ""}
              />
            </Labelled>
            <div>
              <Button variant="outline" name="intent" value="note-answer" busyText="Saving...">
                Note Their Answer
              </Button>
            </div>
          </OwnedForm>
        </details>
      )}
      <TakeBackNote entry={entry} />
    </>
  );
}
