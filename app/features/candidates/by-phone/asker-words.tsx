import type { Shortlist } from "~/features/candidates/team/shortlist/shortlist.server";
import { sentText, type FormState } from "~/lib/forms/form";
import { Labelled, labelledControl } from "~/ui/forms/labelled";

/** Is the pay told to the candidate who is asked? */
function PayLine({ shortlist }: Pick<Shortlist, "shortlist">) {
  return (
    <p className="hint">
      {shortlist.tells_pay
        ? "They are told what the job pays."
        : "They are not told what the job pays. If the company agrees, tick it under “How they are shown” first."}
    </p>
  );
}

type WordsProps = {
  list: Pick<Shortlist, "shortlist">;
  /** The form as it came back. */
  sent: FormState | undefined;
};

/** The field for it. */
export function AskerWordsField({ sent }: Pick<WordsProps, "sent">) {
  const error = sent?.errors["words"]?.message;
  return (
    <Labelled name="words" label="Your own line to them (not on the card)" error={error}>
      <textarea
        {...labelledControl({ name: "words", error })}
        rows={2}
        placeholder="Ravi here, we spoke on Monday."
        defaultValue={sentText(sent, "words") ?? ""}
      />
    </Labelled>
  );
}

/** What the recruiter says beside the question, in their own words: no part of the card. */
export function AskerWords({ list, sent }: WordsProps) {
  return (
    <>
      <AskerWordsField sent={sent} />
      <PayLine {...list} />
    </>
  );
}
