import type { ReactNode } from "react";
import { useRouteLoaderData } from "react-router";
import { TOKEN_KEY, type FormState } from "~/lib/forms/form";
import { Button } from "~/ui/forms/button";
import { FieldError, fieldId } from "~/ui/forms/field";
import { labelledControl, LabelledSelect } from "~/ui/forms/labelled";
import { OwnedForm } from "~/ui/forms/owned-form";
import { RadioChoices } from "~/ui/forms/radio-choices";
import { templatesPath, type Template } from "~/features/inbox/templates/templates";
import { snoozes, type ItemActionName } from "./item-actions";
import { noteKinds } from "~/features/inbox/list/items";
import { REPLY } from "~/features/inbox/schema";

/** What is noted of something that was said; that a mail was written has a button of its own. */
const noted = noteKinds.filter(([kind]) => kind !== "email");

/** What stands there while a note is written, and while a reply is: the stylesheet shows one of them. */
function Either({ note, reply }: { note: string; reply: string }) {
  return (
    <>
      <span className="if-note">{note}</span>
      <span className="or"> / </span>
      <span className="if-reply">{reply}</span>
    </>
  );
}

type ActProps = { name: ItemActionName; isFirst?: boolean; isNoteOnly?: boolean; children: ReactNode };

function Act({ name, isFirst = false, isNoteOnly = false, children }: ActProps) {
  const button = (
    <Button name="intent" value={name} variant={isFirst ? "primary" : "outline"}>
      {children}
    </Button>
  );
  return isNoteOnly ? <span className="if-note">{button}</span> : button;
}

/** What it is: a note of one of its kinds, or a reply. */
function Kinds({ chosen, error, mayReply }: { chosen: string; error: string | undefined; mayReply: boolean }) {
  const kinds = [...noted, ...(mayReply ? [[REPLY, "Reply by mail"] as const] : [])];
  return (
    <fieldset className="kinds">
      <legend className="sr-only">What it is</legend>
      {error && <p className="error">{error}</p>}
      <RadioChoices name="kind" choices={kinds} chosen={chosen} />
    </fieldset>
  );
}

type ReplyingProps = { mail: string; templates: readonly Pick<Template, "id" | "title">[]; chosen: string };

/** What helps with a reply: texts that are there already, and the mail program. */
function Replying({ mail, templates, chosen }: ReplyingProps) {
  return (
    <div className="if-reply replying">
      {templates.length > 0 && (
        <div className="pick">
          <LabelledSelect
            name="answer"
            label="Answer"
            options={templates.map(({ id, title }) => [id, title] as const)}
            value={chosen}
            empty="Choose one"
          />
          <Button variant="outline" name="intent" value="answer">
            Insert It
          </Button>
        </div>
      )}
      <p className="hint">
        We add your name and their message below, and they answer to you. <a href={templatesPath}>Answers we keep</a>
      </p>
      {mail && (
        <p className="elsewhere">
          Or <a href={mail}>write in your mail program</a>, then{" "}
          <Button variant="quiet" name="intent" value="wrote">
            I Wrote by Mail Program
          </Button>
        </p>
      )}
    </div>
  );
}

type WorkFormProps = {
  /** As which version it was seen. */
  version: number;
  /** A mail to whoever sent it, for the mail program; null where none can be sent. */
  mail: string | null;
  templates: readonly Pick<Template, "id" | "title">[];
  /** Can whatever else its sender sends come as spam? */
  mayMarkSender?: boolean;
  /** What a post had in it, and what is wrong with it. */
  state: FormState | undefined;
};

/**
 * The one form of an item: what is written, what it is, and what is done with the item by the same press. It stands on the
 * page whatever else can't be shown, with the words that were typed.
 */
export function WorkForm({ version, mail, templates, mayMarkSender = false, state }: WorkFormProps) {
  const page = useRouteLoaderData<{ token?: string }>("root");
  const kept = (name: string) => String(state?.defaultValues[name] ?? "");
  const error = state?.errors["body"]?.message;
  const known = [...noted.map(([kind]) => kind as string), ...(mail === null ? [] : [REPLY])];
  const chosen = known.includes(kept("kind")) ? kept("kind") : "note";
  return (
    <OwnedForm noValidate className="work-form">
      <input type="hidden" name="seen" value={version} />
      <input type="hidden" name={TOKEN_KEY} value={page?.token} />
      <Kinds chosen={chosen} error={state?.errors["kind"]?.message} mayReply={mail !== null} />
      <div className="field">
        <label htmlFor={fieldId("body")} className="label">
          <Either note="Note, for the team only" reply="What to write to them" />
        </label>{" "}
        <FieldError name="body" error={error} />
        <textarea {...labelledControl({ name: "body", error })} defaultValue={kept("body")} rows={3} />
      </div>
      <div className="acts">
        <Act name="note">
          <Either note="Save Note" reply="Send" />
        </Act>
        <Act name="done">
          <Either note="Note and Done" reply="Send and Done" />
        </Act>
        <Act name="next" isFirst>
          <Either note="Done, Take the Next" reply="Send, Done, Next" />
        </Act>
        <Act name="spam" isNoteOnly>
          Spam, Next
        </Act>
        {mayMarkSender && (
          <Act name="spam-sender" isNoteOnly>
            Spam, and Whatever Else They Send
          </Act>
        )}
      </div>
      <div className="acts back" role="group" aria-label="Remind me, and take the next">
        <span className="hint">Remind me</span>
        {snoozes.map(([name, label]) => (
          <Act key={name} name={name}>
            {label}
          </Act>
        ))}
      </div>
      {mail !== null && <Replying mail={mail} templates={templates} chosen={kept("answer")} />}
    </OwnedForm>
  );
}
