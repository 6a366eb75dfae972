import type { FormState } from "~/lib/forms/form";
import { Button } from "~/ui/forms/button";
import { Labelled, labelledControl } from "~/ui/forms/labelled";
import { READ_WORDS } from "./standard-words";

type FieldsProps = {
  /** The texts that the team answers with. */
  templates: readonly { id: string; title: string }[];
  label: string;
  /** What the standard words say. */
  standard?: string;
  /** The form as it came back; undefined for another one. */
  sent: FormState | undefined;
  /** The words that were asked for, to be read first: null while nobody has, and none where that can't be asked. */
  read?: string | null;
  /** Tells the fields of two such forms on one page apart. */
  of?: string;
};

/** What those are told who are turned down: the standard words, those of a template, or typed ones. */
export function AnswerFields({
  templates,
  label,
  standard = "thank you, not this time",
  sent,
  read,
  of = "",
}: FieldsProps) {
  const entry = (name: "template" | "words") => ({ name: of + name, error: sent?.errors[name]?.message });
  const [template, typed] = [entry("template"), entry("words")];
  const words = String(sent?.defaultValues["words"] ?? "");
  return (
    <>
      <Labelled {...template} label={label}>
        <select
          {...labelledControl(template)}
          name="template"
          defaultValue={String(sent?.defaultValues["template"] ?? "")}
        >
          <option value="">Our standard words: {standard}</option>
          {templates.map(({ id, title }) => (
            <option key={id} value={id}>
              {title}
            </option>
          ))}
        </select>
      </Labelled>
      {read && (
        <blockquote className="said words-to-read">
          <p>
            <bdi>{read}</bdi>
          </p>
        </blockquote>
      )}
      {read !== undefined && (
        <p>
          <Button name="intent" value={READ_WORDS} variant="outline">
            Read It First
          </Button>
        </p>
      )}
      <details className="fold" open={words !== "" || typed.error !== undefined}>
        <summary>Write your own words</summary>
        <Labelled {...typed} label="Your words, instead">
          <textarea {...labelledControl(typed)} name="words" defaultValue={words} rows={4} />
        </Labelled>
        <p className="hint">
          {"{name}"} is each one&apos;s first name, {"{title}"} the job. “Dear {"{name}"},” stands above it, unless you
          greet them yourself, and your name under it.
        </p>
      </details>
    </>
  );
}
