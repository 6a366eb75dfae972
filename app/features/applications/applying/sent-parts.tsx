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

/** What is left to do: the press in the mail; or to have the mail sent, where it was held back. */
function NextPress({ application: { email, is_held }, texts: { sent } }: SentProps) {
  if (is_held) {
    return (
      <Part id="held" title={sent.heldTitle} heading="max-w-none text-lg" className="grid gap-4">
        <p>{sent.held}</p>
        <Form method="post">
          <Act does={email}>
            <Button name="intent" value="mail" busyText={sent.saving}>
              {sent.sendMail}
            </Button>
          </Act>
        </Form>
      </Part>
    );
  }
  return (
    <>
      <p className="lead">
        {sent.mail}{" "}
        <strong>
          <bdi>{email}</bdi>
        </strong>
        . {sent.press}
      </p>
      <p>{sent.within}</p>
      <p>
        <a href={candidatePath}>{sent.pressed}</a>
      </p>
    </>
  );
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

/** What to do where no mail comes. */
function NoMail({ application: { is_held, is_open }, texts: { sent }, token }: SentProps) {
  return (
    <details className="more">
      <summary>{sent.noMailTitle}</summary>
      <div className="grid gap-3">
        <ul className="list">
          {sent.noMail.map((words) => (
            <li key={words}>{words}</li>
          ))}
          {is_open && (
            <li>
              {sent.wrong} <a href={correctPath(token)}>{sent.wrongLink}</a>
            </li>
          )}
        </ul>
        {!is_held && (
          <Form method="post">
            <Act does={sent.againHint}>
              <Button variant="outline" name="intent" value="mail" busyText={sent.saving}>
                {sent.again}
              </Button>
            </Act>
          </Form>
        )}
      </div>
    </details>
  );
}

/** Page two: where the mail went, the card, and what to do where none comes. @param card the card as its company would see it */
export function SentApplication({ card, ...props }: SentProps & { card: ReactNode }) {
  return (
    <>
      <NextPress {...props} />
      <Part id="card" title={props.texts.sent.cardTitle} heading="max-w-none text-lg" className="grid gap-4">
        {card}
        <CardYes {...props} />
      </Part>
      <NoMail {...props} />
    </>
  );
}
