import { Form } from "react-router";
import { Button, ButtonLink } from "~/ui/forms/button";
import { Dated } from "~/ui/pieces/moment";
import { Act } from "~/ui/forms/act";
import type { Question } from "./own-page";
import { codePath } from "./paths";

/** What the no does, in nine words at most. */
function noWords({ purpose, state }: Question): string {
  if (state === "given") return "From now on the company sees nothing about you.";
  return purpose === "keep"
    ? "We delete your details soon. You can undo it first."
    : "They learn nothing about you. You can undo it.";
}

/** The yes, or the way to it: by a link that went to a telephone one press, else with a code, which opens the own page as well. */
function First({ question, token }: { question: Question; token: string }) {
  const { purpose, state, has_code, had_code, is_by_phone, is_phone_link, shown } = question;
  const isAsked = purpose === "show" && state === "open";
  if (is_by_phone) {
    return isAsked && shown ? (
      <Act does="They see this card, and if they invite you, your contact details.">
        <input type="hidden" name="digest" value={shown.digest} />
        <Button name="intent" value="agree" busyText="Saying yes...">
          Yes, Show This Card
        </Button>
      </Act>
    ) : null;
  }
  if (is_phone_link) {
    return isAsked ? <p>We have asked you again by a newer link. To say yes, open that one.</p> : null;
  }
  if (has_code) {
    return (
      <Act does="The code is in our mail to this address.">
        <ButtonLink href={codePath(token)}>Enter the Code</ButtonLink>
      </Act>
    );
  }
  return (
    <Act does={had_code ? "The last code no longer works." : "We mail a code to this address first."}>
      <Button name="intent" value="send-code" busyText="Sending...">
        {had_code ? "Send a New Code" : isAsked ? "Yes, Show This Card" : "Open My Page"}
      </Button>
    </Act>
  );
}

/** The answers: the yes, the no, which takes one press, and to be rung before either. */
export function Answers({ question, token }: { question: Question; token: string }) {
  const { purpose, state, call_wanted_at } = question;
  const isAsked = purpose === "show" && state === "open";
  const mayRefuse = purpose !== "page" && (state === "open" || state === "given" || state === "changed");
  return (
    <Form method="post" className="acts-of-two">
      <First question={question} token={token} />
      {mayRefuse && (
        <Act does={noWords(question)}>
          <Button variant="outline" name="intent" value="refuse" busyText="Saying no...">
            {state === "given" ? "Take Back My Yes" : purpose === "keep" ? "No, Don’t Keep Me" : "No, Not This One"}
          </Button>
        </Act>
      )}
      {isAsked && call_wanted_at && (
        <p className="hint">
          <Dated words="Your recruiter knows since" value={call_wanted_at} hasTime end=" that you want a call first." />
        </p>
      )}
      {isAsked && !call_wanted_at && (
        <Act does="We tell your recruiter. You answer after the call.">
          <Button variant="quiet" name="intent" value="call-first" busyText="Sending...">
            Ring Me First
          </Button>
        </Act>
      )}
    </Form>
  );
}

/** The way back from a no: undone while nobody was told of it, and then by the recruiter. */
export function WayBack({ undo_until, may_reconsider, is_reconsidered }: Question) {
  if (undo_until) {
    return (
      <Form method="post">
        <Act does="The question is open again. Nobody is told.">
          <Button variant="outline" name="intent" value="undo" busyText="Undoing...">
            Undo My No
          </Button>
        </Act>
        <p className="hint">
          <Dated words="Until" value={undo_until} hasTime end="; then we tell your recruiter." />
        </p>
      </Form>
    );
  }
  if (!may_reconsider || is_reconsidered) return null;
  return (
    <Form method="post">
      <Act does="We tell your recruiter, who may ask you again.">
        <Button variant="outline" name="intent" value="reconsider" busyText="Sending...">
          Ask Me After All
        </Button>
      </Act>
    </Form>
  );
}

/** Deletes everything, for whoever has no mailbox that a code could go to; it can be undone for a week. */
export function EraseForm() {
  return (
    <Form method="post" className="grid gap-3">
      <p>
        From this press on no company sees anything about you, and nobody asks you again. After seven days everything is
        deleted. Until then this link undoes it.
      </p>
      <label className="check">
        <input type="checkbox" name="minor" value="on" />
        <span>I am under 18: delete it without waiting</span>
      </label>
      <div className="actions">
        <Button variant="danger" name="intent" value="erase" busyText="Deleting...">
          Delete Everything
        </Button>
      </div>
    </Form>
  );
}

/** Undoes that, as long as there is something left. */
export function KeepForm({ eraseAt }: { eraseAt: string }) {
  return (
    <Form method="post">
      <Act does="We keep your details. Old questions stay closed.">
        <Button variant="outline" name="intent" value="keep" busyText="Undoing...">
          Don’t Delete Me
        </Button>
      </Act>
      <p className="hint">
        <Dated words="Everything is deleted on" value={eraseAt} hasTime end="." />
      </p>
    </Form>
  );
}
