import { Form } from "react-router";
import { usePostedForm } from "~/lib/forms/use-posted-form";
import { Button } from "~/ui/forms/button";
import { fieldId, TextField } from "~/ui/forms/field";
import { CandidateCard } from "~/features/candidates/card";
import type { Question } from "./own-page";
import { linkPath } from "./paths";

/**
 * Takes the code of a mail: to say yes to the card that stands below, or to open the own page alone.
 *
 * @param props.shown the card that is asked about, where one is
 */
export function CodeForm({ shown }: Pick<Question, "shown">) {
  const form = usePostedForm({ code: "" });
  return (
    <Form method="post" noValidate className="grid gap-5">
      <TextField
        form={form}
        name="code"
        label="Code"
        required
        autoFocus
        inputMode="numeric"
        autoComplete="one-time-code"
        hint="Six digits from our mail to you. It may take a minute or two to arrive."
      />
      {shown && (
        <>
          <input type="hidden" name="entry" value={shown.entry} />
          <input type="hidden" name="digest" value={shown.digest} />
        </>
      )}
      <div className="actions">
        {shown && (
          <Button name="intent" value="agree" busyText="Saying yes...">
            Yes, Show This Card
          </Button>
        )}
        <Button variant={shown ? "outline" : "primary"} name="intent" value="enter-code" busyText="Opening...">
          {shown ? "Only Open My Page" : "Open My Page"}
        </Button>
      </div>
      {shown && (
        <>
          <p className="hint">The card that you say yes to:</p>
          <CandidateCard {...shown} heading="h2" />
        </>
      )}
    </Form>
  );
}

/** Has another code mailed, and leads back to what is asked. */
export function CodeWays({ token, question }: { token: string; question: Question }) {
  const { has_code: hasCode, had_code: hadCode } = question;
  return (
    <>
      {!hasCode && hadCode && <p>The code in our last mail no longer works.</p>}
      <Form method="post" className="actions">
        <Button
          // Where there is no field of the code, this is what its mistake leads to.
          id={hasCode ? undefined : fieldId("code")}
          variant={hasCode ? "quiet" : "outline"}
          name="intent"
          value="send-code"
          busyText="Sending..."
        >
          {hasCode ? "Send Another Code" : hadCode ? "Send a New Code" : "Send Me a Code"}
        </Button>
      </Form>
      <p>
        <a href={linkPath(token)} className="alone">
          Back to the question
        </a>
      </p>
    </>
  );
}
