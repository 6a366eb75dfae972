import { useRouteLoaderData } from "react-router";
import { TOKEN_KEY, type FormState } from "~/lib/forms/form";
import { SeenFields } from "~/ui/forms/versioned-form";
import { TextClashNotice } from "~/ui/forms/conflict-fields";
import { Button, ButtonLink } from "~/ui/forms/button";
import { Labelled, labelledControl, LabelledInput } from "~/ui/forms/labelled";
import { OwnedForm } from "~/ui/forms/owned-form";
import { Moment } from "~/ui/pieces/moment";
import { places } from "~/lib/schema/text-places";
import { templatesPath, type KeptTemplate, type Template } from "./templates";

export const templateLabels = { title: "Title", body: "Text" } as const;
export const templateGroups = [["title"], ["body"]] as const;

/** A text as its form has it. */
export function templateTexts({ title, body }: Pick<Template, "title" | "body">) {
  return { title, body };
}

type TemplateFormProps = { chosen: KeptTemplate | null; state: FormState | undefined; names: Record<string, string> };

/** A text with its title: a new one, or one that is changed or deleted. */
export function TemplateForm({ chosen, state, names }: TemplateFormProps) {
  const page = useRouteLoaderData<{ token?: string }>("root");
  const kept = (name: "title" | "body") => String(state?.defaultValues[name] ?? chosen?.[name] ?? "");
  const errorOf = (name: "title" | "body") => state?.errors[name]?.message;
  const error = errorOf("body");
  return (
    <OwnedForm noValidate className="work-form">
      <TextClashNotice labels={templateLabels} sent={state} />
      {chosen && (
        <SeenFields groups={templateGroups} saved={templateTexts(chosen)} version={chosen.version} sent={state} />
      )}
      <input type="hidden" name={TOKEN_KEY} value={page?.token} />
      <LabelledInput
        name="title"
        label={templateLabels.title}
        error={errorOf("title")}
        defaultValue={kept("title")}
        required
      />
      <Labelled name="body" label={templateLabels.body} error={error}>
        <textarea {...labelledControl({ name: "body", error })} defaultValue={kept("body")} rows={8} required />
      </Labelled>
      <p className="hint">
        {places.map((place) => `{${place}}`).join(", ")}: the sender&apos;s name, what they wrote about, and your name.
        For someone who applied: their first name, the job, and who is in charge. Every reply ends with your name
        anyway.
      </p>
      {chosen && (
        <p className="hint">
          Last saved by <bdi>{(chosen.updated_by && names[chosen.updated_by]) || "someone"}</bdi>,{" "}
          <Moment value={chosen.updated_at} hasTime />
        </p>
      )}
      <p className="actions">
        <Button name="intent" value="save" busyText="Saving...">
          Save
        </Button>
        {chosen && (
          <>
            <Button name="intent" value="delete" variant="danger">
              Delete
            </Button>
            <ButtonLink href={templatesPath} variant="outline">
              A New One
            </ButtonLink>
          </>
        )}
      </p>
    </OwnedForm>
  );
}

type TemplateListProps = {
  titles: readonly Pick<Template, "id" | "title">[];
  chosen: string | undefined;
  pathOf: (id: string) => string;
};

/** The texts by their titles, each a link to where it is changed. */
export function TemplateList({ titles, chosen, pathOf }: TemplateListProps) {
  if (titles.length === 0) return <p className="hint">No answers yet. What you save here is for the whole team.</p>;
  return (
    <ul className="lines">
      {titles.map(({ id, title }) => (
        <li key={id}>
          <a href={pathOf(id)} aria-current={id === chosen ? "true" : undefined}>
            <bdi>{title}</bdi>
          </a>
        </li>
      ))}
    </ul>
  );
}
