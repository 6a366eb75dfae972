import type { ReactNode } from "react";
import { Form } from "react-router";
import { company as agency } from "~/content/company";
import { candidateNotice } from "~/content/consent";
import { isolated } from "~/lib/format/text";
import { Button, ButtonLink } from "~/ui/forms/button";
import { Consent } from "~/ui/forms/consent";
import { Dated } from "~/ui/pieces/moment";
import { MailLink, PhoneLinks } from "~/ui/pieces/reach";
import { Act } from "./act";
import { JobFacts } from "./job-facts";
import type { Question, Recruiter } from "./own.server";
import { codePath, notMePath } from "./paths";

/** How somebody of the agency is reached. */
export function Reached({ recruiter: { name, email, phone } }: { recruiter: Recruiter }) {
  return (
    <>
      <bdi>{name}</bdi>
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
    </>
  );
}

/** What the law of their place rests it on, and what that means for whoever is asked. */
const BASIS = {
  consent:
    "Nothing of it happens without your yes (the law calls it consent), and you can take a yes back at any time.",
  legitimate_interest:
    "We may ask because finding you work is our trade (the law calls it a legitimate interest). You may object at any time: No is enough.",
} as const;

/** How a question stands that is not open any more: what the page is headed with, and what that means. */
const STANDS: Record<Exclude<Question["state"], "open">, readonly [string, string]> = {
  given: ["You said yes", "We may show this company your card. You can take that back here, at once."],
  refused: ["You said no", "Nothing of you is shown, and there is nothing more to do."],
  withdrawn: ["You took your yes back", "Nothing of you is shown any more."],
  changed: [
    "The card has changed since we asked you",
    "So this question is over. A new one comes by mail, about the new card. Until you agree to that, nothing of you is shown.",
  ],
  closed: ["This question is over", "Nobody waits for your answer, and nothing of you is shown because of it."],
  ended: ["Your yes has run out", "It was not used, and nothing of you is shown because of it."],
};

/** How a question stands that is over, which tells nothing of what it was about. */
function standingOf({ state, is_never, is_reconsidered }: Question): readonly [string, string] | undefined {
  if (state === "open") return undefined;
  if (state !== "refused" && state !== "withdrawn") return STANDS[state];
  if (is_never) return ["You have blocked this company", "It sees nothing of you, and we never ask you about it."];
  if (is_reconsidered) {
    return [
      "You want to be asked after all",
      "Your recruiter knows. A new question comes by mail; nothing is shown before.",
    ];
  }
  return STANDS[state];
}

/** What the page is headed with: the question itself, or how it stands. */
export function questionHeading(question: Question): string {
  const { purpose, first_name, company } = question;
  if (purpose === "page") return "Your page";
  const standing = standingOf(question);
  if (standing) return standing[0];
  if (purpose === "keep") return `${first_name}, may we keep what we have of you?`;
  return `${first_name}, may we show you to ${isolated(company ?? "a company")}?`;
}

/** What stands in tabs and in a browser's history: nothing of what is asked. */
export function questionTitle(question: Question): string {
  const isAsked = question.purpose !== "page" && question.state === "open";
  return isAsked ? "A question for you" : questionHeading(question);
}

/** What is asked, in a few lines: all else is folded. */
function Asked({ question }: { question: Question }) {
  const { purpose, recruiter, about } = question;
  const asks = recruiter && (
    <>
      <Reached recruiter={recruiter} /> asks.{" "}
    </>
  );
  if (purpose === "page") return <p>What we have of you, and who sees it.</p>;
  if (purpose === "keep") {
    return (
      <>
        <p>So that we can write to you when a job fits. No company sees you by it.</p>
        <p className="hint">{asks}If you do nothing, that is a no.</p>
      </>
    );
  }
  return (
    <>
      <JobFacts {...question} about={about} />
      <p className="hint">{asks}If you do nothing, that is a no.</p>
    </>
  );
}

/** What the no does, in nine words at most. */
function noWords({ purpose, state }: Question): string {
  if (state === "given") return "The company sees nothing of you from now on.";
  return purpose === "keep"
    ? "We soon delete it. You can undo it first."
    : "They learn nothing of you. You can undo it.";
}

/** The two answers: to look first, which takes a code, and the no, which takes one press. */
function Answers({ question, token }: { question: Question; token: string }) {
  const { purpose, state, has_code, had_code } = question;
  const isAsked = purpose === "show" && state === "open";
  const mayRefuse = purpose !== "page" && (state === "open" || state === "given" || state === "changed");
  const open = isAsked ? "See the Card, Then Decide" : "Open My Page";
  return (
    <Form method="post" className="acts-of-two">
      {has_code ? (
        <Act does="The code is in our mail to this address.">
          <ButtonLink href={codePath(token)}>Enter the Code</ButtonLink>
        </Act>
      ) : (
        <Act does={had_code ? "The last code works no more." : "We mail a code to this address first."}>
          <Button name="intent" value="send-code" busyText="Sending...">
            {had_code ? "Send a New Code" : open}
          </Button>
        </Act>
      )}
      {mayRefuse && (
        <Act does={noWords(question)}>
          <Button variant="outline" name="intent" value="refuse" busyText="Saying no...">
            {state === "given" ? "Take Back My Yes" : purpose === "keep" ? "No, Don’t Keep Me" : "No, Not This One"}
          </Button>
        </Act>
      )}
    </Form>
  );
}

/** The way back from a no: undone while nobody was told of it, and then by the recruiter. */
function WayBack({ undo_until, may_reconsider, is_reconsidered }: Question) {
  if (undo_until) {
    return (
      <Form method="post">
        <Act does="The question is open again. Nobody is told.">
          <Button variant="outline" name="intent" value="undo" busyText="Undoing...">
            Undo My No
          </Button>
        </Act>
        <p className="hint">
          <Dated words="Until" value={undo_until} hasTime end="; then your recruiter is told." />
        </p>
      </Form>
    );
  }
  if (!may_reconsider || is_reconsidered) return null;
  return (
    <Form method="post">
      <Act does="Your recruiter is told, and may ask you again.">
        <Button variant="outline" name="intent" value="reconsider" busyText="Sending...">
          Ask Me After All
        </Button>
      </Act>
    </Form>
  );
}

function Folded({ title, children }: { title: string; children: ReactNode }) {
  return (
    <details>
      <summary>{title}</summary>
      {children}
    </details>
  );
}

/** What need not be read to answer. */
function Explained({ question, token }: { question: Question; token: string }) {
  const { purpose, basis, recruiter } = question;
  const isOpen = question.state === "open";
  return (
    <div className="questions">
      {purpose === "show" && isOpen && (
        <Folded title="What they would see">
          <p>
            One card about you, which you read first, word for word. If they then want to meet you, they also get your
            name, your e-mail address and your telephone number.
          </p>
        </Folded>
      )}
      <Folded title="Who we are, and what we keep">
        <p>
          {agency.name}, recruiters in {agency.city}.
          {recruiter && (
            <>
              {" "}
              Your recruiter: <Reached recruiter={recruiter} />.
            </>
          )}
        </p>
        {purpose === "keep" && (
          <p>
            What we would keep: your name, how you are reached, what you can do and look for, and our notes about it.
            What we hear nothing of for a long time, as a rule a year, is deleted by itself.
          </p>
        )}
        {purpose !== "page" && <p>{BASIS[basis]}</p>}
        <Consent {...candidateNotice} />
      </Folded>
      <Folded title="This is not me">
        <p>
          <a href={notMePath(token)}>Say that this is not me</a>: we ask once more, and then write to this address no
          more.
        </p>
      </Folded>
    </div>
  );
}

/**
 * What a mail's link is about, and what can be done about it. Looking decides nothing: scanners open links. A no takes one
 * post; everything else shows first whose mailbox it is.
 */
export function QuestionCard({ question, token }: { question: Question; token: string }) {
  const standing = standingOf(question);
  return (
    <>
      {question.is_replaced && question.state === "open" && (
        <p>The card has changed since our first mail: this is about the new one.</p>
      )}
      {standing ? <p>{standing[1]}</p> : <Asked question={question} />}
      <WayBack {...question} />
      <Answers question={question} token={token} />
      <Explained question={question} token={token} />
    </>
  );
}
