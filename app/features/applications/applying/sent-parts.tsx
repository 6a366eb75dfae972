import type { ReactNode } from "react";
import { Form } from "react-router";
import type { ApplyingTexts } from "~/content/jobs/applying";
import { candidatePath } from "~/content/navigation";
import { isolated } from "~/lib/format/text";
import { Act } from "~/ui/forms/act";
import { Button } from "~/ui/forms/button";
import { Part } from "~/ui/layout/part";
import type { Application } from "./applications.server";
import { correctPath } from "./paths";

type SentProps = { application: Application; texts: ApplyingTexts; token: string };

/** The address as it was typed, and beside it the way to another one: who reads that it is wrong looks no further. */
function Address({ application: { email, is_open }, texts: { sent }, token }: SentProps) {
  return (
    <>
      <strong>
        <bdi>{email}</bdi>
      </strong>{" "}
      {is_open && (
        <span className="hint block">
          {sent.wrong} <a href={correctPath(token)}>{sent.wrongLink}</a>
        </span>
      )}
    </>
  );
}

/** Where no mail has gone: to have it sent, and then to press in it. */
function HeldSteps(props: SentProps) {
  const { sent } = props.texts;
  return (
    <ol className="numbered grid-cols-1">
      <li>
        <div className="grid gap-2">
          <h2 className="text-lg">{sent.held.mailTitle}</h2>
          <p>
            {sent.held.mail} <Address {...props} />
          </p>
          <Form method="post">
            <Act does={sent.held.later}>
              <Button name="intent" value="mail" busyText={sent.saving}>
                {sent.sendMail}
              </Button>
            </Act>
          </Form>
        </div>
      </li>
      <li>
        <div className="grid gap-2">
          <h2 className="text-lg">{sent.held.pressTitle}</h2>
          <p>
            {sent.press} {sent.within}
          </p>
        </div>
      </li>
    </ol>
  );
}

/** What is left to do: the press in the mail. */
function NextPress(props: SentProps) {
  const { sent } = props.texts;
  return (
    <>
      <p className="lead">
        {sent.mail} <Address {...props} />
      </p>
      <p>
        {sent.press} {sent.within}
      </p>
      <p>
        <a href={candidatePath}>{sent.pressed}</a>
      </p>
      <p className="hint">{sent.third}</p>
    </>
  );
}

/** What page two is headed with: how many presses are left, as far as it may tell. */
export function sentHeading(application: Application | null | undefined, { sent }: ApplyingTexts): string {
  if (application === null) return sent.overTitle;
  return application?.is_held ? sent.heldTitle : sent.title;
}

/** The wish to have the very card shown, of an advert that names its company: the yes is the press's. */
function CardYes({ application: { company, shown, is_allowed }, texts: { sent, byMail } }: SentProps) {
  if (company === null) return <p>{sent.confidential}</p>;
  return (
    <Form method="post" className="grid gap-3">
      <p>{is_allowed ? sent.allowed(isolated(company)) : sent.ask(isolated(company))}</p>
      {shown.is_by_mail && <p>{byMail}</p>}
      <input type="hidden" name="digest" value={is_allowed ? "" : shown.digest} />
      <Act does={is_allowed ? sent.takeBackHint : sent.allowHint}>
        <Button variant="outline" name="intent" value="allow" busyText={sent.saving}>
          {is_allowed ? sent.takeBack : sent.allow}
        </Button>
      </Act>
    </Form>
  );
}

/** What to do where no mail comes that has gone. */
function NoMail({ texts: { sent } }: SentProps) {
  return (
    <details className="more">
      <summary>{sent.noMailTitle}</summary>
      <div className="grid gap-3">
        <ul className="list">
          {sent.noMail.map((words) => (
            <li key={words}>{words}</li>
          ))}
        </ul>
        <Form method="post">
          <Act does={sent.againHint}>
            <Button variant="outline" name="intent" value="mail" busyText={sent.saving}>
              {sent.again}
            </Button>
          </Act>
        </Form>
      </div>
    </details>
  );
}

/** Page two: where the mail went, the card, and what to do where none comes. @param card the card as its company would see it */
export function SentApplication({ card, ...props }: SentProps & { card: ReactNode }) {
  const { is_held } = props.application;
  return (
    <>
      {is_held ? <HeldSteps {...props} /> : <NextPress {...props} />}
      <Part id="card" title={props.texts.sent.cardTitle} heading="max-w-none text-lg" className="grid gap-4">
        {card}
        <CardYes {...props} />
      </Part>
      {!is_held && <NoMail {...props} />}
    </>
  );
}
