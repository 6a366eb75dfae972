import type { Route } from "./+types/templates";
import { templateKeys, templateSchema, templatesPath } from "~/features/inbox/templates/templates";
import {
  deleteTemplate,
  loadTemplate,
  loadTemplateTitles,
  saveTemplate,
} from "~/features/inbox/templates/templates.server";
import {
  TemplateForm,
  templateGroups,
  templateLabels,
  TemplateList,
  templateTexts,
} from "~/features/inbox/templates/template-parts";
import { everyName } from "~/features/team/names";
import { templateNotices } from "~/features/inbox/notices";
import { formContext, type Context } from "~/lib/http/context";
import { TOKEN_KEY } from "~/lib/forms/form";
import { formResponse, parseForm } from "~/lib/forms/form.server";
import { identifyForm } from "~/lib/forms/form-token.server";
import { formPageMeta } from "~/lib/http/meta";
import { pathWith } from "~/lib/http/path";
import { askAll } from "~/lib/result";
import { isRowId, seenVersion } from "~/lib/schema/fields";
import { makeChange } from "~/pages/change";
import { saveMerged, seenKeys, withTheirs } from "~/pages/merged-edit";
import { loadTeamPage } from "~/pages/team";
import { withStatus } from "~/pages/page";
import { Part } from "~/ui/layout/part";
import { Unavailable } from "~/ui/layout/unavailable";
import { WorkPage } from "~/ui/layout/work/work-page";

const TITLE = "Answers";
type Entries = { title: string; body: string };

const LEAD =
  "Texts for common questions. You insert them into a reply in an item's form, and choose them where you turn down people who applied.";

export const meta = () => formPageMeta(TITLE, LEAD);

/** Which of them an address names; none where a new one is written. */
function chosenIn(url: URL): string {
  return url.searchParams.get("answer") ?? "";
}

export async function loader({ url, context }: Route.LoaderArgs) {
  const page = await loadTeamPage(context, url, () =>
    askAll({ titles: loadTemplateTitles(context), chosen: loadTemplate(context, chosenIn(url)) }),
  );
  return withStatus(page);
}

const keys = seenKeys(templateKeys);

/** Saves a text that is there, beside what a colleague has changed of it since. */
function changeTemplate(
  context: Context,
  id: string,
  sent: Parameters<typeof saveMerged<"title" | "body", Entries>>[1],
) {
  return saveMerged<"title" | "body", Entries>(
    {
      groups: templateGroups,
      textsOf: templateTexts,
      load: () => loadTemplate(context, id),
      save: (seen, { title, body }) => saveTemplate(context, { id, version: seen, title, body }),
    },
    sent,
  );
}

/** Saves or deletes a text; a new one is the form's, by its id, so that one that comes twice is one. */
export async function action({ context, url }: Route.ActionArgs) {
  const id = chosenIn(url);
  const body = context.get(formContext);
  const version = seenVersion.parse(body.get("version"));
  const isDeleted = body.get("intent") === "delete";
  const { values, state } = await parseForm(body, templateSchema, keys);
  if (!values && !isDeleted) return formResponse(state, 400);
  return makeChange(context, {
    state,
    act: () => {
      if (!values || isDeleted) return deleteTemplate(context, id, version);
      if (isRowId(id)) return changeTemplate(context, id, { body, keys, version, entries: values });
      const { form_id } = identifyForm(body.get(TOKEN_KEY), "answer", values, "page");
      return saveTemplate(context, { id: form_id, version: 0, ...values });
    },
    failed: "answer not changed",
    notDone: templateNotices.notDone,
    done: (theirs) => ({
      notice: isDeleted
        ? templateNotices.deleted
        : withTheirs(templateNotices.saved, templateLabels, Array.isArray(theirs) ? theirs : []),
      path: templatesPath,
    }),
  });
}

/** The texts that the team answers with. */
export default function TemplatesPage({ loaderData, actionData }: Route.ComponentProps) {
  const { answer } = loaderData;
  const { titles, chosen } = answer.ok ? answer.value : { titles: [], chosen: null };
  return (
    <WorkPage title={TITLE} lead={LEAD} documentTitle={TITLE} state={actionData} className="work-aside">
      <Part id="one" title={chosen ? "Change an answer" : "A new answer"}>
        <TemplateForm key={chosen?.id ?? ""} chosen={chosen} state={actionData} names={everyName(loaderData)} />
      </Part>
      <Part id="all" title="What we keep" heading="ruled">
        {!answer.ok && <Unavailable />}
        {answer.ok && (
          <TemplateList titles={titles} chosen={chosen?.id} pathOf={(id) => pathWith(templatesPath, { answer: id })} />
        )}
      </Part>
    </WorkPage>
  );
}
