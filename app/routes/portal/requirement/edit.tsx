import { data, redirect } from "react-router";
import type { Route } from "./+types/edit";
import { company } from "~/content/company";
import { companyEdits, loadChangeable } from "~/features/requirements/client/own.server";
import { EditForm } from "~/features/requirements/edit/edit-form";
import { beginEdit } from "~/features/requirements/edit/edit.server";
import { ViewersRead } from "~/features/requirements/form/form-header";
import { requirementNotices } from "~/features/requirements/notices";
import { requirementPathFor } from "~/features/requirements/frame/requirement-frame";
import { earliestDeadline } from "~/features/requirements/rules";
import { isEditable } from "~/features/requirements/statuses";
import { isAfterPost } from "~/lib/forms/form.server";
import { preferredLocale } from "~/lib/format/locale";
import { notify } from "~/lib/http/notice.server";
import { forbiddenReason, loadClientPage, requireOwn, requireOwnId } from "~/pages/client";
import { submitEdit } from "~/pages/requirement-edit";
import { SignInAgain } from "~/ui/forms/sign-in-again";
import { WorkPage } from "~/ui/layout/work/work-page";

export const handle = { hasRequirementForm: true };

const TITLE = "Edit requirement";

export async function loader({ params, request, url, context }: Route.LoaderArgs) {
  const id = await requireOwnId(context, url, params.id);
  const locale = preferredLocale(request.headers.get("Accept-Language"));
  const page = await loadClientPage(context, url, () => loadChangeable(context, id, { agency: company.name, locale }));
  const found = page.answer.ok ? page.answer.value : undefined;
  const isReading = found?.frame.may_write === false;
  const isClosed = found !== undefined && !isEditable(found.frame.status);
  if (isClosed && !isReading && !isAfterPost(context)) {
    notify(context, requirementNotices.closedAlready(found.frame.status));
    throw redirect(requirementPathFor("company", id));
  }
  const shown = {
    account: page.account,
    status: page.answer.ok ? (isReading ? 403 : 200) : page.answer.status,
    isReading,
    isClosed,
    id,
    locale,
    begun: found && beginEdit(found.filed, found.version),
    title: found?.frame.job_title,
    entries: found?.entries ?? [],
    minDeadline: earliestDeadline(found?.filed.deadline ?? null),
  };
  return data(shown, { status: shown.status });
}

export async function action({ params, url, context }: Route.ActionArgs) {
  const id = await requireOwnId(context, url, params.id);
  return submitEdit(context, {
    id,
    path: requirementPathFor("company", id),
    side: companyEdits,
    explain: async (failure) => requireOwn(context, await forbiddenReason(context, failure)),
    done: requirementNotices.edited,
  });
}

/** The form of a requirement as it is filed, for its company to change (§3). */
export default function EditRequirementPage({ loaderData, actionData }: Route.ComponentProps) {
  const { id, account, status, isReading, isClosed, title, begun, entries, locale, minDeadline } = loaderData;
  const path = requirementPathFor("company", id);
  return (
    <WorkPage
      title={TITLE}
      lead={title}
      documentTitle={TITLE}
      state={actionData}
      back={{ label: "Back to the requirement", path }}
    >
      {status === 401 && <SignInAgain />}
      {isReading && !actionData ? (
        <ViewersRead company={account?.company} />
      ) : (
        <EditForm
          state={actionData}
          begun={begun}
          entries={entries}
          locale={locale}
          minDeadline={minDeadline}
          owner={account?.email}
          path={path}
          isClosed={isClosed}
          again={`${path}/duplicate`}
        />
      )}
    </WorkPage>
  );
}
