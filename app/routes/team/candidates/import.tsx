import { useRouteLoaderData } from "react-router";
import type { Route } from "./+types/import";
import { loadImports, postedTable, stageTable } from "~/features/candidates/import/import.server";
import { importNotices } from "~/features/candidates/import/notices";
import { ImportList } from "~/features/candidates/import/import-list";
import { importPath, listPath } from "~/features/candidates/team/finding/filters";
import { everyName } from "~/features/team/names";
import { textOf, TOKEN_KEY, type FormState } from "~/lib/forms/form";
import { formResponse } from "~/lib/forms/form.server";
import { identifyForm } from "~/lib/forms/form-token.server";
import { formContext } from "~/lib/http/context";
import { formPageMeta } from "~/lib/http/meta";
import { isFormLimited } from "~/lib/limits/rate-limit.server";
import { makeChange } from "~/pages/change";
import { loadTeamPage } from "~/pages/team";
import { withStatus } from "~/pages/page";
import { SubmitOrCancel } from "~/ui/forms/button";
import { Labelled, labelledControl, LabelledInput } from "~/ui/forms/labelled";
import { OwnedForm } from "~/ui/forms/owned-form";
import { SignInAgain } from "~/ui/forms/sign-in-again";
import { Part } from "~/ui/layout/part";
import { WorkPage } from "~/ui/layout/work/work-page";

export const handle = { hasForm: true };

const TITLE = "Import candidates";

export const meta = () => formPageMeta(TITLE, "Candidates of a table: a file, or cells that are pasted.");

export async function loader({ url, context }: Route.LoaderArgs) {
  return withStatus(await loadTeamPage(context, url, () => loadImports(context)));
}

/** Reads a table, and keeps it for its owner to look at. */
export async function action({ context }: Route.ActionArgs) {
  const body = context.get(formContext);
  const typed = await postedTable(body);
  const state: FormState = { defaultValues: { table: textOf(body.get("table")) }, lists: {}, errors: {} };
  return makeChange(context, {
    state,
    act: async (userId) => {
      const { form_id } = identifyForm(body.get(TOKEN_KEY), "import", { typed, by: userId }, "page");
      const staged = await stageTable(context, form_id, typed);
      if (!("mistake" in staged)) return staged;
      return formResponse({ ...state, errors: { table: { type: "validation", message: staged.mistake } } }, 400);
    },
    failed: "table not read",
    notDone: importNotices.notDone,
    done: (id) => ({ notice: importNotices.read, path: importPath(id) }),
    limit: isFormLimited,
  });
}

/** Takes a table of candidates, and shows those of the last day. */
export default function ImportPage({ loaderData, actionData }: Route.ComponentProps) {
  const { answer } = loaderData;
  const page = useRouteLoaderData<{ token?: string }>("root");
  const error = actionData?.errors["table"]?.message;
  return (
    <WorkPage
      title={TITLE}
      lead="Nothing is imported before you have seen it, and nobody is told."
      documentTitle={TITLE}
      state={actionData}
      className="form-column grid gap-6"
    >
      {!answer.ok && answer.status === 401 && <SignInAgain />}
      <OwnedForm encType="multipart/form-data" noValidate className="grid gap-5">
        <input type="hidden" name={TOKEN_KEY} value={page?.token} />
        <LabelledInput name="file" label="A CSV file" type="file" accept=".csv,.tsv,.txt,text/csv" />
        <Labelled name="table" label="Or cells, pasted from a spreadsheet" error={error}>
          <textarea
            {...labelledControl({ name: "table", error })}
            rows={8}
            defaultValue={String(actionData?.defaultValues["table"] ?? "")}
            autoComplete="off"
            spellCheck={false}
          />
        </Labelled>
        <p className="hint">
          Up to 1,000 rows and 2 MB. Name, email, phone, city, skills and the like are found by themselves. A table that
          you have not finished is replaced.
        </p>
        <SubmitOrCancel busyText="Reading..." path={listPath}>
          Read the Table
        </SubmitOrCancel>
      </OwnedForm>
      {answer.ok && answer.value.length > 0 && (
        <Part id="imports" title="Of the last day" heading="ruled">
          <ImportList imports={answer.value} names={everyName(loaderData)} userId={loaderData.userId} />
        </Part>
      )}
    </WorkPage>
  );
}
