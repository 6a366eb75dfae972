import type { ReactNode } from "react";
import { Form } from "react-router";
import type { ApplyingTexts } from "~/content/jobs/applying";
import { isolated } from "~/lib/format/text";
import { Act } from "~/ui/forms/act";
import { Button, ButtonLink } from "~/ui/forms/button";
import { Part } from "~/ui/layout/part";
import { DueDay } from "~/ui/pieces/moment";
import { Rows } from "~/ui/pieces/rows";
import type { Confirmation } from "./applications.server";
import { confirmPath, jobsPath } from "./paths";

type ConfirmationProps = { confirmation: Confirmation; texts: ApplyingTexts };

/** The way to the jobs that are open. */
export function JobsLink({ words }: { words: string }) {
  return (
    <p>
      <a href={jobsPath} className="alone">
        {words}
      </a>
    </p>
  );
}

/** A yes of whoever has the mailbox: never ticked for them, since anybody may have typed the form. */
function Tick({ name, value, label, hint }: Record<"name" | "value" | "label" | "hint", string>) {
  return (
    <label className="check">
      <input type="checkbox" name={name} value={value} />
      <span>
        {label} <span className="hint">({hint})</span>
      </span>
    </label>
  );
}

/** How the person is reached who has typed the form: a wrong number is seen here, before anybody rings it. */
function Reach({
  email,
  phone,
  confirm,
}: { email: string; phone: string | null | undefined } & Pick<ApplyingTexts, "confirm">) {
  return (
    <>
      {confirm.reach}{" "}
      <strong>
        <bdi>{email}</bdi>
      </strong>
      {phone && (
        <>
          {" "}
          {confirm.and}{" "}
          <strong>
            <bdi>{phone}</bdi>
          </strong>
        </>
      )}
      . {!phone && confirm.noPhone}
    </>
  );
}

/** What is about to be sent, in whose name, with the yes to the card where the company is named, and to being kept. */
function Press({
  confirmation,
  texts: { confirm, form, sent, byMail },
  card,
  token,
}: ConfirmationProps & { card: ReactNode; token: string }) {
  const { title, place, company, full_name, email, phone, keep, shown, is_allowed } = confirmation;
  // What nobody reads on the card goes with the press as well.
  const rows = (["employer", "said"] as const).flatMap((field) => {
    const typed = confirmation[field];
    return typed ? [[form.labels[field], <bdi key={field}>{typed}</bdi>] as const] : [];
  });
  return (
    <>
      <p className="lead">
        <bdi>{confirm.job(title, place)}</bdi>
      </p>
      <p>
        {confirm.sentAs}{" "}
        <strong>
          <bdi>{full_name}</bdi>
        </strong>
        . {email && <Reach email={email} phone={phone} confirm={confirm} />}
      </p>
      {rows.length > 0 && <Rows look="sheet" rows={rows} />}
      <p>{confirm.nothingYet}</p>
      <Form method="post" className="grid gap-4">
        {card}
        {company === null && <p>{sent.confidential}</p>}
        {company !== null && shown && (
          <>
            {shown.is_by_mail && <p>{byMail}</p>}
            <Tick
              name="digest"
              value={shown.digest}
              label={confirm.show(isolated(company))}
              hint={is_allowed ? confirm.reminded : confirm.showHint}
            />
          </>
        )}
        {keep && <Tick name="keep" value="on" label={form.keep} hint={confirm.tickAgain} />}
        <div className="press">
          <Button name="intent" value="confirm" busyText={confirm.pressing}>
            {confirm.press}
          </Button>
        </div>
      </Form>
      <p className="hint">{confirm.wrong}</p>
      <p>
        <a href={`${confirmPath(token)}/not-me`} className="alone">
          {confirm.notMe}
        </a>
      </p>
    </>
  );
}

/** That it was sent: by when it is answered, and the way to one's own page. */
function Pressed({ confirmation, texts: { confirm } }: ConfirmationProps) {
  const { title, place, answer_by, own_token } = confirmation;
  return (
    <>
      <p className="lead">
        <bdi>{confirm.job(title, place)}</bdi>
      </p>
      {answer_by ? (
        <p>
          {confirm.answerBy}{" "}
          <strong>
            <DueDay value={answer_by} />
          </strong>
          . {confirm.reads}
        </p>
      ) : (
        <p>{confirm.inProcess}</p>
      )}
      {own_token && (
        <Act does={confirm.ownPageHint}>
          <ButtonLink href={`/candidate/${own_token}`} variant="outline">
            {confirm.ownPage}
          </ButtonLink>
        </Act>
      )}
      <JobsLink words={confirm.jobs} />
    </>
  );
}

/** What else waits for the press of the same mailbox: each has a page of its own. */
function Others({ confirmation: { others }, texts: { confirm } }: ConfirmationProps) {
  if (others.length === 0) return null;
  return (
    <Part id="others" title={confirm.othersTitle} heading="max-w-none text-lg" className="grid gap-3">
      <ul className="list">
        {others.map(({ title, place, full_name, token }) => (
          <li key={token}>
            <a href={confirmPath(token)}>
              <bdi>{confirm.job(title, place)}</bdi>
            </a>{" "}
            <span className="hint">
              {confirm.sentAs} <bdi>{full_name}</bdi>
            </span>
          </li>
        ))}
      </ul>
    </Part>
  );
}

/** What the link of the mail leads to. Looking decides nothing: scanners open links. */
export function ConfirmApplication(props: ConfirmationProps & { card: ReactNode; token: string }) {
  const { confirm } = props.texts;
  const { state } = props.confirmation;
  return (
    <>
      {state === "open" && <Press {...props} />}
      {state === "confirmed" && <Pressed {...props} />}
      {state === "closed" && (
        <>
          <p>{confirm.closed}</p>
          <JobsLink words={confirm.jobs} />
        </>
      )}
      {state === "over" && <p>{confirm.over}</p>}
      <Others {...props} />
    </>
  );
}

/** What the page is headed with: of one that waits for no answer any more, only the own page tells how it stands. */
export function confirmHeading({ state, answer_by }: Confirmation, { confirm }: ApplyingTexts): string {
  const pressed = answer_by ? confirm.doneTitle : confirm.documentTitle;
  return { open: confirm.title, confirmed: pressed, closed: confirm.closedTitle, over: confirm.overTitle }[state];
}
