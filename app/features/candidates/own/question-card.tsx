import { Form } from "react-router";
import { company as agency } from "~/content/company";
import { candidateNotice } from "~/content/consent";
import { isolated } from "~/lib/format/text";
import { usePostedForm } from "~/lib/forms/use-posted-form";
import { Button } from "~/ui/forms/button";
import { Consent } from "~/ui/forms/consent";
import { fieldId, TextField } from "~/ui/forms/field";
import { MailLink, PhoneLinks } from "~/ui/pieces/reach";
import type { About, Question, Recruiter } from "./own.server";

/** Who of the agency asks, and how they are reached. */
export function RecruiterLine({ recruiter: { name, email, phone } }: { recruiter: Recruiter }) {
  return (
    <p>
      Your recruiter: <bdi>{name}</bdi>
      {phone && (
        <>
          , <PhoneLinks text={phone} />
        </>
      )}
      {email && (
        <>
          , <MailLink to={email} />
        </>
      )}
    </p>
  );
}

/** What the job is and asks for. */
export function JobSentence({ about: { work, skills } }: { about: About }) {
  return (
    <p>
      About the job: {work}
      {skills.length > 0 && (
        <>
          ; with <bdi>{skills.join(", ")}</bdi>
        </>
      )}
      .
    </p>
  );
}

/** What the law of their place rests it on, and what that means for whoever is asked. */
const BASIS = {
  consent:
    "Nothing of it happens without your yes (the law calls it consent), and you can take a yes back at any time.",
  legitimate_interest:
    "We may ask because finding you work is our trade (the law calls it a legitimate interest). You may object at any time: No is enough.",
} as const;

/** What is asked. */
function Asked({ purpose, company, job_title, location, about, basis }: Question) {
  if (purpose === "page") return <p>This link opens your own page: what we have of you, and who sees it.</p>;
  if (purpose === "keep") {
    return (
      <>
        <p>
          May we keep what we have of you, so that we can write to you when a job fits? That is your name, how you are
          reached, what you can do and look for, and our notes about it. Whatever we hear nothing of for a long time (as
          a rule a year) is deleted by itself.
        </p>
        <p className="hint">{BASIS[basis]} Silence is no agreement.</p>
      </>
    );
  }
  return (
    <>
      <p>
        May we show you to <strong>{isolated(company ?? "a company")}</strong>
        {job_title && (
          <>
            , for the job <strong>{isolated(job_title)}</strong>
          </>
        )}
        {location && `, ${isolated(location)}`}? They would see one card about you, which you can read first, word for
        word. If they then want to meet you, they also get your name, your e-mail address and your telephone number.
      </p>
      {about && <JobSentence about={about} />}
      <p className="hint">{BASIS[basis]} Silence is no: without your yes nobody sees you.</p>
    </>
  );
}

/** How a question stands that is not open any more. */
const STANDS: Record<Exclude<Question["state"], "open">, string> = {
  given: "You have said yes. You can take that back here, at once.",
  refused: "You have said no. Nothing of you is shown, and there is nothing more to do.",
  withdrawn: "You have taken your yes back. Nothing of you is shown any more.",
  changed:
    "The card has changed since we asked you, so this question is over. A new one comes by mail, about the new card. Until you agree to that, nothing of you is shown.",
  closed: "This question is over: nobody waits for your answer, and nothing of you is shown because of it.",
  ended: "Your yes has run out, since it was not used. Nothing of you is shown because of it.",
};

/** What a no would do. */
function noWords({ purpose, state }: Question): string {
  if (purpose === "keep") return "No: nothing more is asked, and what we have of you is deleted soon.";
  if (state === "given") return "Take back: the company sees nothing of you from now on.";
  return "No: they learn nothing of you. You need not say why, and we don't ask about this job again soon.";
}

/** Takes the code of a mail. */
export function CodeForm() {
  const form = usePostedForm({ code: "" });
  return (
    <Form method="post" noValidate className="grid gap-5">
      <TextField
        form={form}
        name="code"
        label="Code"
        required
        inputMode="numeric"
        autoComplete="one-time-code"
        hint="Six digits, on their way to the address that the link came to. That may take a minute or two; the code works for a quarter of an hour."
      />
      <div className="actions">
        <Button name="intent" value="enter-code" busyText="Opening...">
          Open My Page
        </Button>
      </div>
    </Form>
  );
}

/**
 * What a mail's link is about, and what can be done about it. Looking decides nothing: scanners open links. A no takes one
 * post; everything else shows first whose mailbox it is.
 */
export function QuestionCard({ question }: { question: Question }) {
  const { purpose, first_name, state, is_replaced, recruiter, has_code, had_code } = question;
  const isOpen = state === "open";
  const mayRefuse = purpose !== "page" && (isOpen || state === "given" || state === "changed");
  const open = purpose === "show" && isOpen ? "See the Card and Decide" : "Open My Page";
  const send = has_code ? "Send Another Code" : had_code ? "Send a New Code" : open;
  return (
    <>
      <p className="lead">
        Hello {isolated(first_name)}, this is {agency.name}, recruiters in {agency.city}.
      </p>
      {is_replaced && <p>The card has changed since our first mail: this is about the new one.</p>}
      {isOpen ? <Asked {...question} /> : <p>{STANDS[state]}</p>}
      {has_code && <CodeForm />}
      {recruiter && <RecruiterLine recruiter={recruiter} />}
      <Form method="post" className="actions">
        {mayRefuse && (
          <Button variant="outline" name="intent" value="refuse" busyText="Saying no...">
            {state === "given" ? "Take Back My Yes" : "No"}
          </Button>
        )}
        {/* Where there is no field of the code, this is what its mistake leads to. */}
        <Button
          id={has_code ? undefined : fieldId("code")}
          variant={has_code ? "quiet" : "primary"}
          name="intent"
          value="send-code"
          busyText="Sending..."
        >
          {send}
        </Button>
      </Form>
      {mayRefuse && <p className="hint">{noWords(question)}</p>}
      {!has_code && (
        <p className="hint">
          {had_code && "The code of our last mail works no more. "}
          {send}: we mail a code of six digits to this address first, so that nobody else opens your page.
        </p>
      )}
      <Consent {...candidateNotice} />
      <Form method="post" className="actions">
        <Button variant="quiet" name="intent" value="disown" busyText="Stopping...">
          This Is Not Me
        </Button>
      </Form>
      <p className="hint">Then whatever was asked here is over, and we write to this address no more.</p>
    </>
  );
}
