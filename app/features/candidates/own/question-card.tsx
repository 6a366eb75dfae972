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
  consent: "Nothing happens without your yes (the law calls it consent). You can take a yes back at any time.",
  legitimate_interest:
    "We may ask because finding you work is our trade (the law calls it a legitimate interest). You may object at any time: a No is enough.",
} as const;

/** How a question stands that is not open any more: what the page is headed with, and what that means. */
const STANDS: Record<Exclude<Question["state"], "open">, readonly [string, string]> = {
  given: ["You said yes", "We may show your card to this company. You can take your yes back here."],
  refused: ["You said no", "They see nothing about you. You need do nothing more."],
  withdrawn: ["You took your yes back", "They no longer see anything about you."],
  changed: [
    "The card has changed since we asked you",
    "So this question is closed. You get a new one by mail, about the new card. Until you agree to that, they see nothing about you.",
  ],
  closed: ["This question is closed", "You need not answer. Nothing about you is shown."],
  ended: ["Your yes has ended", "It was not used, so nothing about you was shown."],
};

/** How a question stands that is over, which tells nothing of what it was about. */
function standingOf({ state, is_never, is_reconsidered }: Question): readonly [string, string] | undefined {
  if (state === "open") return undefined;
  if (state !== "refused" && state !== "withdrawn") return STANDS[state];
  if (is_never) return ["You have blocked this company", "It sees nothing about you, and we never ask you about it."];
  if (is_reconsidered) {
    return [
      "You want to be asked after all",
      "Your recruiter knows. You get a new question by mail. Nothing is shown before.",
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
  if (purpose === "keep") return `${first_name}, may we keep your details?`;
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
  if (purpose === "page") return <p>What we keep about you, and who sees it.</p>;
  if (purpose === "keep") {
    return (
      <>
        <p>Then we can write to you when a job fits. No company sees you because of it.</p>
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
  if (state === "given") return "From now on the company sees nothing about you.";
  return purpose === "keep"
    ? "We delete your details soon. You can undo it first."
    : "They learn nothing about you. You can undo it.";
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
        <Act does={had_code ? "The last code no longer works." : "We mail a code to this address first."}>
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
            One card about you. You read every word of it first. If they then want to meet you, they also get your name,
            e-mail address and phone number.
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
            What we would keep: your name, how to reach you, what you can do and look for, and our notes. If we hear
            nothing from you for a long time, as a rule a year, we delete it.
          </p>
        )}
        {purpose !== "page" && <p>{BASIS[basis]}</p>}
        <Consent {...candidateNotice} />
      </Folded>
      <Folded title="This is not me">
        <p>
          <a href={notMePath(token)}>Say that this is not me</a>. We ask once more, and then stop writing to this
          address.
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
