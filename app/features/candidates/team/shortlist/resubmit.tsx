import type { FormState } from "~/lib/forms/form";
import { Labelled, labelledControl } from "~/ui/forms/labelled";
import { ShortForm } from "./add-forms";
import { UnsentForm } from "~/ui/forms/unsent-form";

/** By which of its entries a form of the page is known, and what it asks for. */
const INTENTS = [
  ["pitch", "card"],
  ["day", "mark"],
  ["said_by", "note-answer"],
  ["is_blind", "how"],
  ["next_words", "talk"],
] as const;

/** Forms of one button, of whoever is ticked or named beside it. */
const BUTTONS: Record<string, string> = {
  "add-known": "Add",
  ask: "Ask for Their Yes",
  show: "Show to the Company",
  "take-back": "Withdraw",
  release: "Pass It On",
  remind: "Remind Them by Mail",
  "end-elsewhere": "Withdraw There",
  "take-back-note": "Take Back What Was Noted",
  "mail-cards": "Mail the Cards",
  "hand-over-cards": "Given on Paper",
};

/** In the place of the page, while it can't be shown: what was entered stays, to be sent again. */
export function Resubmit({ sent }: { sent: FormState | undefined }) {
  if (!sent) return null;
  const { defaultValues, lists } = sent;
  if ("full_name" in defaultValues) return <ShortForm similar={[]} />;
  const { pitch, said, intent: pressed, ...hidden } = defaultValues;
  const [, intent] = INTENTS.find(([entry]) => entry in defaultValues) ?? [undefined, pressed];
  if (typeof intent !== "string") return null;
  return (
    <UnsentForm sent={{ defaultValues: hidden, lists }} intent={intent} button={BUTTONS[intent] ?? "Send It Again"}>
      {typeof pitch === "string" && (
        <Labelled name="pitch" label="Why this person">
          <textarea {...labelledControl({ name: "pitch" })} rows={3} defaultValue={pitch} />
        </Labelled>
      )}
      {typeof said === "string" && (
        <Labelled name="said" label="What was said">
          <textarea {...labelledControl({ name: "said" })} rows={3} defaultValue={said} />
        </Labelled>
      )}
      <p>{intent in BUTTONS ? "It is not done yet." : "What you entered is kept on this page."}</p>
    </UnsentForm>
  );
}
