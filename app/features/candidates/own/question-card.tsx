import type { ReactNode } from "react";
import { company as agency } from "~/content/company";
import { candidateNotice } from "~/content/consent";
import { Consent } from "~/ui/forms/consent";
import { Dated } from "~/ui/pieces/moment";
import { MailLink, PhoneLinks } from "~/ui/pieces/reach";
import { CandidateCard } from "~/features/candidates/card";
import { CandidateAlone } from "./candidate-alone";
import { AppliedForWords, JobFacts } from "./job-facts";
import type { Question, Recruiter } from "./own-page";
import { notMePath } from "./paths";
import { Answers, EraseForm, KeepForm, WayBack } from "./question-answers";
import { standingOf } from "./question-standing";

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

/** What the law of their place rests it on, and what that means for the candidate who is asked. */
const BASIS = {
  consent: "Nothing happens without your yes (the law calls it consent). You can take a yes back at any time.",
  legitimate_interest:
    "We may ask because finding you work is our trade (the law calls it a legitimate interest). You may object at any time: a No is enough.",
} as const;

/** What the recruiter says beside the question: theirs, and no part of the card. */
function AskerWords({ asker_words, recruiter }: Question) {
  if (asker_words === undefined) return null;
  return (
    <blockquote className="said">
      <p>{asker_words}</p>
      {recruiter && (
        <footer className="hint">
          <bdi>{recruiter.name}</bdi>, to you
        </footer>
      )}
    </blockquote>
  );
}

/** The card that the question is about, before anything is decided; of a yes by a link to a telephone, the card it is to. */
function AskedCard({ shown, state, shown_at, applied }: Question) {
  if (!shown) return null;
  return (
    <>
      <p className="hint">
        {state === "open" ? "What they would see" : "What they may see"}, {shown.is_blind ? "without" : "under"} your
        name{applied && ", besides that you applied for this job, and when"}:
      </p>
      <CandidateCard {...shown} heading="h2" />
      {state === "given" && (
        <p className="hint">
          {shown_at ? <Dated words="Shown on" value={shown_at} end="." /> : "Not shown yet: it may be from now on."}
        </p>
      )}
    </>
  );
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
      <AppliedForWords {...question} />
      <JobFacts {...question} about={about} />
      <AskerWords {...question} />
      {question.is_by_mail && (
        <p>
          The company has no account with us: your card would go to them by mail or on paper. What they then have, we
          can't take back.
        </p>
      )}
      <p className="hint">{asks}If you do nothing, that is a no.</p>
    </>
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
function Explained({ question, token, isShut }: { question: Question; token: string; isShut: boolean }) {
  const { purpose, basis, recruiter, is_phone_link } = question;
  const isOpen = question.state === "open";
  return (
    <div className="questions">
      {purpose === "show" && isOpen && (
        <Folded title="What happens after a yes">
          <p>
            They see this card{question.applied && ", that you applied for this job, and when"}, and no more. If they
            then want to meet you, they also get your name, e-mail address and phone number. You can take a yes back at
            any time.
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
          <a href={notMePath(token)}>Say that this is not me</a>. We ask once more, and then stop{" "}
          {is_phone_link ? "asking at this number" : "writing to this address"}.
        </p>
      </Folded>
      {is_phone_link && !isShut && (
        <Folded title="Delete everything about me">
          <EraseForm />
        </Folded>
      )}
    </div>
  );
}

type CardProps = {
  question: Question;
  token: string;
  /** Is somebody signed in here with an account? A question that the link alone answers is for its candidate alone. */
  isSignedIn: boolean;
};

/**
 * What a link is about, and what can be done about it. Looking decides nothing: scanners open links. The card is here to be
 * read; a no takes one post, a yes the code of a mail, or, by a link that went to a telephone, one post; everything else shows
 * first whose mailbox it is.
 */
export function QuestionCard({ question, token, isSignedIn }: CardProps) {
  const { is_replaced, is_by_phone, is_phone_link, state, erase_at } = question;
  const standing = standingOf(question);
  const isShut = is_phone_link && isSignedIn;
  if (erase_at) {
    return (
      <>
        <p>{standing?.[1]}</p>
        {isShut ? <CandidateAlone /> : <KeepForm eraseAt={erase_at} />}
      </>
    );
  }
  return (
    <>
      {is_replaced && state === "open" && (
        <p>The card has changed since our first question: this is about the new one.</p>
      )}
      {standing ? <p>{standing[1]}</p> : <Asked question={question} />}
      {is_by_phone && <AskedCard {...question} />}
      {isShut ? (
        <CandidateAlone />
      ) : (
        <>
          <WayBack {...question} />
          <Answers question={question} token={token} />
        </>
      )}
      {/* The code's page has it as well, and the yes there. */}
      {!is_by_phone && <AskedCard {...question} />}
      <Explained question={question} token={token} isShut={isShut} />
    </>
  );
}
