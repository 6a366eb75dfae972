import type { ReactNode } from "react";
import { obstacleWords } from "~/features/adverts/notices";
import { jobPath } from "~/features/adverts/job/words";
import { isolated } from "~/lib/format/text";
import { soonWords } from "~/lib/format/days";
import { sentText, type FormState } from "~/lib/forms/form";
import { Button } from "~/ui/forms/button";
import { LabelledInput } from "~/ui/forms/labelled";
import { OwnedForm } from "~/ui/forms/owned-form";
import { Badge, type BadgeColour } from "~/ui/pieces/badge";
import { Moment } from "~/ui/pieces/moment";
import type { lastDays } from "./acts";
import type { Advert } from "./advert.server";

type Sent = FormState | undefined;

function VersionField({ version }: { version: number }) {
  return <input type="hidden" name="version" value={version} />;
}

/** How an advert in each state looks. */
const STATE_BADGES: Record<NonNullable<Advert["state"]>, readonly [words: string, colour: BadgeColour]> = {
  draft: ["Not public yet", "yellow"],
  open: ["Public", "green"],
  over: ["Last day is over", "orange"],
  closed: ["Closed", "red"],
};

/** Who has closed an advert. */
function closer(closed_by: Advert["closed_by"]): string {
  if (closed_by === "company") return "The company took it down. Ask there before you open it again.";
  return closed_by === "team" ? "The team closed it." : "Its last day was over.";
}

function waitingWords(waiting: number): string {
  return waiting === 1
    ? "1 person who applied waits for an answer."
    : `${waiting} people who applied wait for an answer.`;
}

type StateProps = { advert: Advert; candidatesPath: string };

/** How far the advert is, and what that means. */
export function AdvertState({ advert, candidatesPath }: StateProps) {
  const { state, job, closes_on, closed_at, closed_by, is_named, waiting } = advert;
  if (state === null || job === null) return null;
  const [words, colour] = STATE_BADGES[state];
  return (
    <div className="grid gap-2">
      <p>
        <Badge colour={colour} label="Advert">
          {words}
        </Badge>
      </p>
      {state === "open" && closes_on && (
        <p>
          Until <Moment value={closes_on} />: <a href={jobPath(job)}>see the page</a>
        </p>
      )}
      {state === "over" && (
        <p>No one can apply any more. Once everyone who applied has an answer, it closes by itself.</p>
      )}
      {state === "closed" && closed_at && (
        <p>
          <Moment value={closed_at} />. {closer(closed_by)}
        </p>
      )}
      {(state === "open" || state === "over") && (
        <p className="hint">
          {is_named
            ? "The company has put its name on it."
            : "The company is not named. Only its own people can put its name there."}
        </p>
      )}
      {waiting > 0 && (
        <p>
          <a href={candidatesPath}>{waitingWords(waiting)}</a>
        </p>
      )}
    </div>
  );
}

/** What stands against opening it. */
function Obstacles({ against, traces }: Pick<Advert, "against" | "traces">) {
  return (
    <div className="grid gap-2">
      <p>It can&apos;t be opened yet:</p>
      <ul className="list">
        {against.map((name) => (
          <li key={name}>
            {obstacleWords[name] ?? name}
            {name === "company_in_advert" && traces.length > 0 && (
              <> Leave out: {traces.map((trace) => `“${isolated(trace)}”`).join(", ")}.</>
            )}
          </li>
        ))}
      </ul>
    </div>
  );
}

type OpenFormProps = { version: number; days: ReturnType<typeof lastDays>; button: string; value: string; sent: Sent };

function OpenForm({ version, days, button, value, sent }: OpenFormProps) {
  return (
    <OwnedForm noValidate className="grid gap-4">
      <VersionField version={version} />
      <LabelledInput
        name="closes_on"
        label="Last day to apply"
        type="date"
        min={days.first}
        max={days.last}
        defaultValue={sentText(sent, "closes_on") ?? value}
        error={sent?.errors["closes_on"]?.message}
      />
      <Button name="intent" value="open" busyText="Opening...">
        {button}
      </Button>
    </OwnedForm>
  );
}

type CloseFormProps = Pick<Advert, "waiting" | "mailed_at"> & {
  version: number;
  candidatesPath: string;
  answerFields: ReactNode;
};

function CloseForm({ version, waiting, mailed_at, candidatesPath, answerFields }: CloseFormProps) {
  return (
    <OwnedForm noValidate className="grid gap-4">
      <VersionField version={version} />
      {waiting > 0 ? (
        <>
          <p>
            {waitingWords(waiting)} Closing turns {waiting === 1 ? "them" : `all ${waiting}`} down, by one mail each{" "}
            {soonWords(mailed_at)}. <strong>You can&apos;t undo that.</strong> Whom you want to take on, take on{" "}
            <a href={`${candidatesPath}#applied`}>among the candidates</a> first.
          </p>
          {answerFields}
        </>
      ) : (
        <>
          <p>The page is gone at once, and no one can apply.</p>
          <input type="hidden" name="template" value="" />
          <input type="hidden" name="words" value="" />
        </>
      )}
      <Button variant="danger" name="intent" value="close" busyText="Closing...">
        {waiting > 0 ? `Close the Advert, and Turn Down ${waiting}` : "Close the Advert"}
      </Button>
    </OwnedForm>
  );
}

function Fold({ title, isOpen, children }: { title: string; isOpen: boolean; children: ReactNode }) {
  return (
    <details className="fold" open={isOpen}>
      <summary>{title}</summary>
      {children}
    </details>
  );
}

type AdvertActsProps = StateProps & {
  days: ReturnType<typeof lastDays>;
  /** By which is said what those are told who wait. */
  answerFields: ReactNode;
  sent: Sent;
};

/** Opens an advert to the public, moves its last day, and closes it. */
export function AdvertActs({ advert, candidatesPath, days, answerFields, sent }: AdvertActsProps) {
  const { state, version, closes_on, against } = advert;
  if (version === null || state === null) return null;
  const opening = { version, days, sent };
  const isOpen = state === "open" || state === "over";
  return (
    <div className="grid gap-4 no-print">
      {!isOpen &&
        (against.length > 0 ? (
          <Obstacles {...advert} />
        ) : (
          <OpenForm
            {...opening}
            value={days.usual}
            button={state === "draft" ? "Open to the Public" : "Open It Again"}
          />
        ))}
      {isOpen && (
        <>
          <Fold title="Another last day …" isOpen={sentText(sent, "closes_on") !== undefined}>
            {against.length > 0 && <Obstacles {...advert} />}
            <OpenForm {...opening} value={closes_on ?? days.usual} button="Change the Last Day" />
          </Fold>
          <Fold title="Close it …" isOpen={sentText(sent, "words") !== undefined}>
            <CloseForm {...advert} version={version} candidatesPath={candidatesPath} answerFields={answerFields} />
          </Fold>
        </>
      )}
    </div>
  );
}
