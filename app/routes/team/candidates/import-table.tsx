import { data } from "react-router";
import type { Route } from "./+types/import-table";
import { columnUses, type ColumnUse } from "~/features/candidates/import/columns";
import {
  decideRows,
  decisionsOf,
  discardImport,
  loadImport,
  readAgain,
  runImport,
  undoImport,
  type Shown,
} from "~/features/candidates/import/import.server";
import { ColumnsForm, RunForm } from "~/features/candidates/import/import-forms";
import { importState } from "~/features/candidates/import/import-list";
import { ImportRows } from "~/features/candidates/import/import-rows";
import { UnsentChoices, withChosen } from "~/features/candidates/import/unsent-choices";
import { importNotices } from "~/features/candidates/import/notices";
import { importPath, listPath } from "~/features/candidates/team/finding/filters";
import { askFrame } from "~/pages/team";
import { everyName } from "~/features/team/names";
import { NO_ENTRIES, textOf, type FormState } from "~/lib/forms/form";
import { formResponse, keepEntries } from "~/lib/forms/form.server";
import { dayWords } from "~/lib/format/clock";
import { formContext, type Context } from "~/lib/http/context";
import { formPageMeta } from "~/lib/http/meta";
import { pathWith } from "~/lib/http/path";
import { makeChange } from "~/pages/change";
import { loadTeamRecord } from "~/pages/team";
import { requireId, requireUserId } from "~/pages/page";
import type { Options } from "~/lib/schema/fields";
import { Button } from "~/ui/forms/button";
import { OwnedForm } from "~/ui/forms/owned-form";
import { SignInAgain } from "~/ui/forms/sign-in-again";
import { Pages } from "~/ui/layout/pages";
import { Part } from "~/ui/layout/part";
import { Unavailable } from "~/ui/layout/unavailable";
import { WorkPage } from "~/ui/layout/work/work-page";
import { GroupLinks } from "~/ui/pieces/group-links";

const TITLE = "A table of candidates";

export const meta = () => formPageMeta(TITLE, "What it would make, who is known already, and what is wrong.");

const PAGE_SIZE = 20;
const SHOWN: readonly Shown[] = ["all", "wrong", "known", "hint", "noted", "kept"];

/** Which rows an address asks for. */
function readView(search: URLSearchParams) {
  const shown = SHOWN.find((each) => each === search.get("show")) ?? "all";
  const after = Number(search.get("after"));
  return { shown, after: Number.isSafeInteger(after) && after > 0 && after < 1e6 ? after : 0 };
}

export async function loader({ params, url, context }: Route.LoaderArgs) {
  const id = requireId(params.id);
  const view = readView(url.searchParams);
  // One row more tells that there is a next page.
  const page = await loadTeamRecord(context, url, () => loadImport(context, id, { ...view, size: PAGE_SIZE + 1 }));
  return data({ ...page, view }, { status: page.answer.ok ? 200 : page.answer.status });
}

/** How we know of those of a table: that it was imported, when, and where it is from or else who imported it. */
async function sourceOf(context: Context, label: string): Promise<string> {
  const [{ frame }, actor] = await Promise.all([askFrame(context), requireUserId(context)]);
  const name = frame.ok && actor.ok ? everyName(frame.value)[actor.value] : undefined;
  return [`Import ${dayWords(new Date().toISOString())}`, label || name].filter(Boolean).join(", ");
}

/** Reads the columns otherwise, decides about rows, imports, deletes or undoes: whatever the pressed button says. */
export async function action({ params, url, context }: Route.ActionArgs) {
  const id = requireId(params.id);
  const body = context.get(formContext);
  const here = { path: pathWith(importPath(id), Object.fromEntries(url.searchParams)) };
  const intent = textOf(body.get("intent"));
  const entry = (name: string) => textOf(body.get(name)).trim();
  const change = { state: NO_ENTRIES, failed: "table not imported", notDone: importNotices.notDone };
  const chosen = [...new Set(body.keys())].filter((name) => name === "has_head" || /^(column|row)-\d{1,6}$/.test(name));
  const withChoices = { ...change, state: { ...keepEntries(body, { single: ["intent", ...chosen] }), errors: {} } };
  if (intent === "columns") {
    const use = (place: number) => columnUses.find(([value]) => value === entry(`column-${place}`))?.[0] ?? "";
    return makeChange(context, {
      ...withChoices,
      act: async () => {
        const found = await loadImport(context, id, { shown: "all", after: 0, size: 1 });
        if (!found.ok || found.value === null)
          return found.ok ? ({ ok: false, message: "import_not_found", status: 404 } as const) : found;
        const columns: ColumnUse[] = found.value.head.map((_, place) => use(place));
        return readAgain(context, id, columns, body.get("has_head") === "on");
      },
      done: () => ({ notice: importNotices.read, path: importPath(id) }),
    });
  }
  if (intent === "decide") {
    return makeChange(context, {
      ...withChoices,
      act: () => decideRows(context, id, decisionsOf(body)),
      done: () => ({ notice: importNotices.decided, ...here }),
    });
  }
  if (intent === "discard") {
    return makeChange(context, {
      ...change,
      act: () => discardImport(context, id),
      done: () => ({ notice: importNotices.discarded, path: importPath() }),
    });
  }
  if (intent === "undo") {
    return makeChange(context, {
      ...change,
      failed: "import not undone",
      notDone: importNotices.notUndone,
      act: () => undoImport(context, id),
      done: (undone) => ({ notice: importNotices.undone(undone), path: importPath(id) }),
    });
  }
  const known = ["leave", "fill", "make"].find((each) => each === entry("known")) ?? "leave";
  const label = entry("label").slice(0, 150);
  const isAdult = body.get("is_adult") === "on";
  const state: FormState = { defaultValues: { intent: "run", known, label, is_adult: isAdult }, lists: {}, errors: {} };
  if (!isAdult) {
    const message = "Tick that all are 18 or older: we may keep nothing about anyone younger";
    return formResponse({ ...state, errors: { is_adult: { type: "validation", message } } }, 400);
  }
  return makeChange(context, {
    ...change,
    state,
    act: async () => runImport(context, id, known, await sourceOf(context, label)),
    done: (counts) => ({ notice: importNotices.done(counts), path: importPath(id) }),
  });
}

/** The groups of rows that a page may show. */
const GROUPS: Options<Shown> = [
  ["all", "All"],
  ["wrong", "With mistakes"],
  ["known", "Known already"],
  ["hint", "Same number alone"],
  ["noted", "Partly understood"],
  ["kept", "Not imported"],
];

/** A table that is looked at before it is imported, and what came of it after. */
export default function ImportTablePage({ loaderData: { answer, view }, actionData }: Route.ComponentProps) {
  if (!answer.ok) {
    return (
      <WorkPage title={TITLE} documentTitle={TITLE} state={actionData} className="form-column grid gap-6">
        {answer.status === 401 ? <SignInAgain /> : <Unavailable />}
        <UnsentChoices sent={actionData} />
      </WorkPage>
    );
  }
  const table = withChosen(answer.value, actionData);
  const { id, done_at, undone_at, counts } = table;
  const path = importPath(id);
  const page = { ...table, rows: table.rows.slice(0, PAGE_SIZE) };
  const next = table.rows.length > PAGE_SIZE ? String(page.rows.at(-1)!.place) : null;
  const hasChoices = done_at === null && page.rows.some((row) => row.entries && (row.known ?? row.twin_place) !== null);
  const rows = <ImportRows table={page} />;
  const hasNotImported = counts.left + counts.wrong > 0;
  return (
    <WorkPage
      title={table.source ?? TITLE}
      lead={done_at === null ? `${counts.all} rows. Nothing is imported yet.` : `${importState(table)}.`}
      documentTitle={TITLE}
      state={actionData}
      back={{ label: "Import candidates", path: done_at === null ? importPath() : listPath }}
      className="form-column grid gap-6"
    >
      {done_at === null && <ColumnsForm table={page} />}
      {done_at !== null && (
        <div className="actions">
          {undone_at === null && (
            <OwnedForm>
              <Button name="intent" value="undo" variant="danger" busyText="Undoing...">
                Undo the Import
              </Button>
            </OwnedForm>
          )}
          {hasNotImported && (
            <a href={pathWith("/team/export/left-out.csv", { import: id })}>Download what was left out, to mend it</a>
          )}
        </div>
      )}
      <Part id="rows" title="The rows" heading="ruled">
        <GroupLinks
          groups={GROUPS}
          counts={{ ...counts, kept: counts.left + (done_at === null ? 0 : counts.wrong) }}
          current={view.shown}
          pathTo={(show) => pathWith(path, { show: show === "all" ? undefined : show })}
        />
        {page.rows.length === 0 && view.after === 0 && <p className="empty">No rows.</p>}
        {hasChoices ? (
          <OwnedForm className="grid gap-4">
            {rows}
            <div>
              <Button name="intent" value="decide" variant="outline" busyText="Saving...">
                Save These Choices
              </Button>
            </div>
          </OwnedForm>
        ) : (
          rows
        )}
        <Pages
          path={path}
          search={{ show: view.shown === "all" ? undefined : view.shown }}
          next={next}
          isFirst={view.after === 0}
          isEmpty={page.rows.length === 0}
          place="after"
          words={["First", "Next"]}
        />
      </Part>
      {done_at === null && (
        <Part id="run" title="Import them" heading="ruled">
          <RunForm table={table} sent={actionData} back={listPath} />
        </Part>
      )}
    </WorkPage>
  );
}
