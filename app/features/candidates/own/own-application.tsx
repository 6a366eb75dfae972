import { jobTexts } from "~/content/jobs/texts";
import { daysUntil } from "~/lib/format/clock";
import { isolated } from "~/lib/format/text";
import { Button } from "~/ui/forms/button";
import { OwnedForm } from "~/ui/forms/owned-form";
import { Badge, type BadgeColour } from "~/ui/pieces/badge";
import { Dated, DueDay, Moment } from "~/ui/pieces/moment";
import { Act } from "~/ui/forms/act";
import type { OwnApplication } from "./own-page";
import { Reached } from "./question-card";

const texts = jobTexts("en").own;

/** What a state is called to its candidate. */
function standingOf({
  state,
  turned_down_at,
  turned_down_reason,
}: OwnApplication): readonly [BadgeColour | undefined, string] {
  const { applied, takenOn, turnedDown, withdrawn, over } = texts.states;
  if (state === "applied") return ["yellow", applied];
  if (state === "draft") return ["green", takenOn];
  if (state === "withdrawn") return [undefined, withdrawn];
  return [undefined, turned_down_at && !turned_down_reason ? turnedDown : over];
}

/** By when they have an answer, and, should it be late, that it is. */
function Clock({ answer_by }: OwnApplication) {
  if (answer_by === undefined) return null;
  const isLate = daysUntil(answer_by) < 0;
  return (
    <p>
      <strong>
        {isLate ? texts.late : texts.answerBy} <DueDay value={answer_by} />
        {isLate ? texts.lateEnd : "."}
      </strong>
    </p>
  );
}

/** The answer, in the words of the mail. */
function Answer({ turned_down_at, turned_down_words, turned_down_reason: reason }: OwnApplication) {
  if (turned_down_at === undefined) return <p>{texts.over}</p>;
  const paragraphs = turned_down_words?.split(/\n{2,}/) ?? (reason ? texts.ended(reason) : texts.turnedDown);
  return (
    <blockquote className="said grid gap-2">
      {paragraphs.map((paragraph, place) => (
        <p key={place} className="whitespace-pre-line">
          {paragraph}
        </p>
      ))}
      <footer className="hint">
        {texts.answered} <Moment value={turned_down_at} />
      </footer>
    </blockquote>
  );
}

/** What has become of it, and what comes next. */
function Standing({ application }: { application: OwnApplication }) {
  const { id, state, title, company, may_show, is_asked_anew, withdrawn_at, slug } = application;
  if (state === "closed") return <Answer {...application} />;
  if (state === "withdrawn") {
    return (
      <p>
        <Dated words={texts.withdrawn} value={withdrawn_at} end={texts.withdrawnEnd} />{" "}
        {slug && <a href={`/candidate/again/${id}`}>{texts.again}</a>}
      </p>
    );
  }
  return (
    <>
      {state === "draft" ? <p>{texts.takenOn}</p> : <Clock {...application} />}
      {state === "applied" && !slug && <p>{texts.noMore}</p>}
      {is_asked_anew && company && <p>{texts.askedAnew(isolated(company))}</p>}
      {may_show && company && (
        <OwnedForm>
          <p>{texts.mayShow(isolated(company))}</p>
          <input type="hidden" name="entry" value={id} />
          <Act does={texts.askFirstDoes}>
            <Button variant="outline" name="intent" value="take-card-back" busyText="Saving...">
              {texts.askFirst}
              <span className="sr-only">: {title}</span>
            </Button>
          </Act>
        </OwnedForm>
      )}
    </>
  );
}

/** What somebody has applied for: the job, the clock, the answer, and what they wrote. */
export function OwnApplicationItem({ application }: { application: OwnApplication }) {
  const { id, state, title, place, country, company, slug, applied_at, said, recruiter } = application;
  const [colour, label] = standingOf(application);
  return (
    <li className="own-entry">
      <div className="titled">
        <h3 className="text-lg">
          <bdi>{title}</bdi>
        </h3>{" "}
        <Badge colour={colour} label="State">
          {label}
        </Badge>
      </div>
      <p>
        {company ? texts.at(isolated(company)) : texts.confidential}, <bdi>{place}</bdi>
        {!place.toLowerCase().includes(country.toLowerCase()) && (
          <>
            , <bdi>{country}</bdi>
          </>
        )}
      </p>
      <Standing application={application} />
      <p className="hint">
        <Dated words={texts.applied} value={applied_at} end="." />{" "}
        {slug && state !== "withdrawn" && <a href={`/jobs/${slug}`}>{texts.readJob}</a>}
        {state === "closed" && !slug && <a href="/jobs">{texts.otherJobs}</a>}
      </p>
      {said && (
        <details>
          <summary>{texts.said}</summary>
          <p className="whitespace-pre-line">{said}</p>
        </details>
      )}
      {(state === "applied" || state === "draft") && (
        <OwnedForm>
          <input type="hidden" name="entry" value={id} />
          <Act does={slug ? texts.withdrawAgain : texts.withdrawDoes}>
            <Button variant="outline" name="intent" value="withdraw-application" busyText="Saving...">
              {texts.withdraw}
              <span className="sr-only">: {title}</span>
            </Button>
          </Act>
        </OwnedForm>
      )}
      {recruiter && (
        <p>
          {texts.recruiter} <Reached recruiter={recruiter} />
        </p>
      )}
    </li>
  );
}
