import { timeWords } from "~/lib/format/days";
import { versionedIdText } from "~/lib/schema/versioned-id";
import { isShown, verdictWords } from "~/features/candidates/states";
import { Button } from "~/ui/forms/button";
import { OwnedForm } from "~/ui/forms/owned-form";
import { CallLinks } from "~/ui/pieces/reach";
import { Dated, Moment } from "~/ui/pieces/moment";
import { TypedOtherwiseLines } from "~/ui/pieces/typed-otherwise";
import { Card, CardForm, cardFormId, sentOf, type OpenProps } from "./entry-card";
import { ElsewhereList, JoinedForm, MarkForm } from "./entry-marks";
import { ByPhone } from "~/features/candidates/by-phone/by-phone-act";
import { NotedWords } from "~/features/candidates/noted";
import { NotedAnswer } from "./noted-answer";
import { isOpenCard, wayToAsk, whyNotAsked } from "./shortlist";
import type { Entry } from "./shortlist.server";
import { lastTalk } from "~/features/candidates/talks";
import { TalkForm, TalkLine } from "~/features/candidates/team/talk-parts";

/** What the company has answered, and what of it is for the candidate. */
function Answers({ entry }: { entry: Entry }) {
  if (entry.answers.length === 0) return null;
  return (
    <ul className="lines">
      {entry.answers.map((answer, place) => (
        <li key={answer.id}>
          <strong>{verdictWords(answer.verdict)}</strong>
          {answer.noted ? (
            <>
              {" "}
              (<NotedWords noted={answer.noted} isWithin />)
            </>
          ) : (
            <>
              , <bdi>{answer.name ?? "a former colleague"}</bdi>, <Moment value={answer.created_at} hasTime />
            </>
          )}
          {answer.undo_until && (
            <p className="late">They can undo it until {timeWords(answer.undo_until)}: tell no one before.</p>
          )}
          {answer.reason && <p className="said">{answer.reason}</p>}
          {answer.words_for_agency && (
            <p className="said">
              <span className="hint">For us</span>
              {answer.words_for_agency}
            </p>
          )}
          {answer.words_for_candidate && (
            <OwnedForm className="said">
              <span className="hint">For the candidate</span>
              {answer.words_for_candidate}
              <input type="hidden" name="answer" value={answer.id} />
              <p>
                {answer.released_at ? (
                  <span className="hint">
                    Sent to the candidate <Moment value={answer.released_at} hasTime />
                  </span>
                ) : answer.undo_until ? null : place > 0 ? (
                  <span className="hint">They have changed their answer since, so this message stays here.</span>
                ) : (
                  <Button variant="outline" name="intent" value="release" busyText="Sending...">
                    Pass It On
                  </Button>
                )}
              </p>
            </OwnedForm>
          )}
        </li>
      ))}
    </ul>
  );
}

/** How somebody is reached, and what was last said with them. */
function Person({ entry, names }: Pick<OpenProps, "entry" | "names">) {
  const { phone, has_address, talks, differs } = entry.candidate;
  const last = lastTalk(talks);
  return (
    <div className="grid gap-1">
      <p className="reached">
        {phone ? <CallLinks text={phone} /> : <span className="late">We have no number for them.</span>}
        {!has_address && <span className="hint"> No e-mail address</span>}
      </p>
      <TypedOtherwiseLines typed={differs} />
      {last && <TalkLine talk={last} names={names} job={entry.id} />}
    </div>
  );
}

/** The one thing to do next with somebody: with a button of its own, or with the card's form, which it sends along. */
function NextAct({ entry, list, company }: Pick<OpenProps, "entry" | "list" | "company">) {
  const { state, has_yes, reminders } = entry;
  const why = whyNotAsked(entry, list);
  if (!list.is_open) return <JoinedForm entry={entry} />;
  if (state === "asked" && (entry.question?.is_by_phone || !entry.candidate.has_address)) {
    return <ByPhone entry={entry} isNext={false} />;
  }
  if (state === "asked") {
    const from = reminders?.from;
    if (!from) return <p className="hint">Reminded twice: ring them.</p>;
    return new Date(from) > new Date() ? null : (
      <OwnedForm className="acts">
        <input type="hidden" name="entry" value={entry.id} />
        <Button name="intent" value="remind" busyText="Sending...">
          Remind Them by Mail
        </Button>
      </OwnedForm>
    );
  }
  const next =
    state === "draft" || (state === "agreed" && !has_yes)
      ? { intent: "ask", label: entry.asked_at ? "Ask Again" : "Ask for Their Yes" }
      : state === "agreed" && !list.shortlist.is_by_mail
        ? {
            intent: "show",
            label: (
              <span>
                Show to <bdi>{company}</bdi>
              </span>
            ),
          }
        : undefined;
  if (!next) return <JoinedForm entry={entry} />;
  if (why) return <p className="late">{why}</p>;
  if (next.intent === "ask" && wayToAsk(entry) === "phone") return <ByPhone entry={entry} isNext />;
  return (
    <OwnedForm className="acts">
      <input type="hidden" name="entry" value={versionedIdText(entry)} />
      <Button name="intent" value={next.intent} form={cardFormId(entry)} busyText="Sending...">
        {next.label}
      </Button>
    </OwnedForm>
  );
}

/** Takes them back: their company sees them no more. */
function TakeBack({ entry }: Pick<OpenProps, "entry">) {
  if (entry.state === "withdrawn" || entry.state === "closed") return null;
  return (
    <OwnedForm>
      <input type="hidden" name="entry" value={versionedIdText(entry)} />
      <Button variant="danger" name="intent" value="take-back">
        {entry.state === "draft" ? "Remove" : "Withdraw"}
      </Button>
    </OwnedForm>
  );
}

/** One entry: the person and what was said first, then the one thing to do next, then all else that can be done. */
export function OpenEntry(props: OpenProps) {
  const { entry, list, company, names } = props;
  const { state, candidate } = entry;
  return (
    <div className="opened">
      <div className="grid gap-4 content-start">
        <Person entry={entry} names={names} />
        <Answers entry={entry} />
        <NextAct entry={entry} list={list} company={company} />
        <ElsewhereList entry={entry} />
        <TalkForm
          candidate={candidate.id}
          entry={entry.id}
          next={entry.next}
          names={names}
          sent={sentOf(props, "said")}
        />
      </div>
      <div className="grid gap-4 content-start">
        <NotedAnswer {...props} />
        {isShown(state) && <MarkForm entry={entry} sent={sentOf(props, "state")} />}
        <Card entry={entry} />
        {entry.opened_to && (
          <p>
            Opened by “Interview”: the company sees <bdi>{Object.values(entry.opened_to).join(", ")}</bdi>
            <Dated words=" since" value={entry.interview_at} />.
          </p>
        )}
        {entry.is_blind && !entry.opened_to && (
          <p className="hint">Blind: name and contact open only with “interview”.</p>
        )}
        {(list.is_open || sentOf(props, "pitch")) && isOpenCard(state) && <CardForm {...props} />}
        <TakeBack entry={entry} />
      </div>
    </div>
  );
}
