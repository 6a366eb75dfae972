import { data } from "react-router";
import type { Route } from "./+types/duplicate";
import { titled } from "~/lib/format/titles";
import { draftEntries } from "~/features/requirements/form/draft-entries";
import { draftPath } from "~/lib/forms/draft-saving";
import { DraftFields } from "~/features/requirements/drafts/parts";
import { pageId, readReference, saveDraft } from "~/features/requirements/drafts/drafts.server";
import { definitionOf, fieldNames, titleOf } from "~/features/requirements/fields";
import { ViewersRead } from "~/features/requirements/form/form-header";
import { requirementNotices } from "~/features/requirements/notices";
import { loadFiled } from "~/features/requirements/client/own.server";
import { today } from "~/lib/format/clock";
import { formContext, type Context } from "~/lib/http/context";
import { NO_ENTRIES } from "~/lib/forms/form";
import { isAfterPost } from "~/lib/forms/form.server";
import type { Result } from "~/lib/result";
import { makeChange } from "~/pages/change";
import { loadClientPage, forbiddenReason, requireOwn, requireOwnId } from "~/pages/client";
import { SubmitOrCancel } from "~/ui/forms/button";
import { OwnedForm } from "~/ui/forms/owned-form";
import { Moment } from "~/ui/pieces/moment";
import { SignInAgain } from "~/ui/forms/sign-in-again";
import { Unavailable } from "~/ui/layout/unavailable";
import { WorkPage } from "~/ui/layout/work/work-page";

export const handle = { section: "/client-dashboard" };

const TITLE = "Duplicate requirement";
/** Fields that hold a day. */
const dateFields = fieldNames.filter((field) => definitionOf(field).kind === "date");
/** The box that keeps the days which the requirement names. */
const DATES_KEY = "keep_dates";

export const meta = () => [{ title: titled(TITLE) }];

export async function loader({ params, url, context }: Route.LoaderArgs) {
  const id = await requireOwnId(context, url, params.id);
  const { account, answer } = await loadClientPage(context, url, () => loadFiled(context, id));
  const isReading = account?.access === "viewer";
  const status = answer.ok ? (isReading ? 403 : 200) : answer.status;
  // What was asked for stays on the page that answers a post: sent again, it makes the same draft.
  const body = context.get(formContext);
  const draft = readReference(body)?.id ?? crypto.randomUUID();
  const shown = {
    account,
    status,
    isReading,
    isSent: isAfterPost(context),
    id,
    draft,
    hasDates: body.has(DATES_KEY),
    today: today(),
    original: answer.ok ? answer.value : null,
  };
  return data(shown, { status });
}

/** Makes a draft of a requirement, under the id that the form brings: sent twice, it is one. */
async function duplicate(context: Context, id: string, userId: string): Promise<Result<string>> {
  const body = context.get(formContext);
  const original = await loadFiled(context, id);
  if (!original.ok) return original;
  if (original.value === null) return { ok: false, message: "requirement_not_found", status: 404 };
  const draft = readReference(body)?.id ?? crypto.randomUUID();
  const noDates = Object.fromEntries(dateFields.map((field) => [field, ""]));
  const entries = { ...draftEntries(original.value), ...(body.has(DATES_KEY) ? {} : noDates) };
  const saved = await saveDraft(context, { id: draft, seen: undefined }, pageId(body, userId), entries);
  return saved.ok ? { ok: true, value: draft } : saved;
}

export async function action({ params, url, context }: Route.ActionArgs) {
  const id = await requireOwnId(context, url, params.id);
  return makeChange(context, {
    state: NO_ENTRIES,
    act: async (userId) => requireOwn(context, await forbiddenReason(context, await duplicate(context, id, userId))),
    failed: "requirement not duplicated",
    notDone: requirementNotices.notDone,
    done: (draft) => ({ notice: requirementNotices.duplicated, path: draftPath(draft) }),
  });
}

/** Asks whether a duplicate keeps the dates, before it is made. */
export default function DuplicatePage({ loaderData }: Route.ComponentProps) {
  const { account, status, isReading, isSent, id, draft, original, hasDates, today: day } = loaderData;
  const dates = dateFields
    .map((field) => [titleOf(field), original?.[field]])
    .filter((row): row is [string, string] => Boolean(row[1]));
  return (
    <WorkPage
      title={TITLE}
      lead={original?.job_title}
      back={{ label: "Back to the requirement", path: `/client-dashboard/requirements/${id}` }}
      className="form-column grid gap-6"
    >
      {status === 401 && <SignInAgain />}
      {isReading && <ViewersRead company={account?.company} />}
      {!original && !isSent && <Unavailable />}
      {/* What was asked for stays, also while nobody can tell of what. */}
      {!isReading && (original ?? isSent) && (
        <>
          <p>We make a new draft with all its entries. Change it and submit it. This one stays as it is.</p>
          <OwnedForm className="grid gap-6">
            <DraftFields id={draft} version="" marks="" />
            {(dates.length > 0 || !original) && (
              <div className="field">
                <label className="check">
                  <input type="checkbox" name={DATES_KEY} value="on" defaultChecked={hasDates} />
                  <span>Keep the dates</span>
                </label>
                {dates.length > 0 && (
                  <ul className="hint">
                    {dates.map(([label, date]) => (
                      <li key={label}>
                        {label}: <Moment value={date} />
                        {date < day && ", which is over"}
                      </li>
                    ))}
                  </ul>
                )}
              </div>
            )}
            <SubmitOrCancel busyText="Making a draft..." path={`/client-dashboard/requirements/${id}`}>
              Make a Draft of It
            </SubmitOrCancel>
          </OwnedForm>
        </>
      )}
    </WorkPage>
  );
}
