import { data, redirect } from "react-router";
import type { Route } from "./+types/withdraw";
import { company } from "~/content/company";
import { ViewersRead } from "~/features/requirements/form/form-header";
import { History } from "~/features/requirements/history/list";
import { requirementNotices } from "~/features/requirements/notices";
import { isWithdrawn, loadOwnHistory, withdraw } from "~/features/requirements/client/own.server";
import { requirementPathFor } from "~/features/requirements/frame/requirement-frame";
import { isEditable } from "~/features/requirements/statuses";
import { withdrawKeys, withdrawSchema } from "~/features/requirements/client/withdraw";
import { WithdrawForm } from "~/features/requirements/client/withdraw-form";
import { isAfterPost } from "~/lib/forms/form.server";
import { preferredLocale } from "~/lib/format/locale";
import { isFormLimited } from "~/lib/limits/rate-limit.server";
import { notify } from "~/lib/http/notice.server";
import { changeByForm } from "~/pages/change";
import { loadClientPage, forbiddenReason, requireOwn, requireOwnId } from "~/pages/client";
import { SignInAgain } from "~/ui/forms/sign-in-again";
import { Part } from "~/ui/layout/part";
import { Unavailable } from "~/ui/layout/unavailable";
import { WorkPage } from "~/ui/layout/work/work-page";

const TITLE = "Withdraw requirement";

export async function loader({ params, request, url, context }: Route.LoaderArgs) {
  const id = await requireOwnId(context, url, params.id);
  const locale = preferredLocale(request.headers.get("Accept-Language"));
  const page = await loadClientPage(context, url, () => loadOwnHistory(context, id, { agency: company.name, locale }));
  const found = page.answer.ok ? page.answer.value : undefined;
  const isReading = found?.frame.may_write === false;
  if (found && !isReading && !isEditable(found.frame.status) && !isAfterPost(context)) {
    notify(context, requirementNotices.closedAlready(found.frame.status));
    throw redirect(requirementPathFor("company", id));
  }
  const status = page.answer.ok ? (isReading ? 403 : 200) : page.answer.status;
  return data({ account: page.account, status, isReading, id, found }, { status });
}

export async function action({ params, url, context }: Route.ActionArgs) {
  const id = await requireOwnId(context, url, params.id);
  return changeByForm(context, [withdrawSchema, withdrawKeys], (values) => ({
    act: async () => {
      const change = await requireOwn(context, await forbiddenReason(context, await withdraw(context, id, values)));
      // Sent twice, it is withdrawn once.
      const isDone = !change.ok && change.status === 409 && (await isWithdrawn(context, id, values.reason));
      return isDone ? { ok: true, value: null } : change;
    },
    failed: "requirement not withdrawn",
    notDone: requirementNotices.notDone,
    done: () => ({
      notice: requirementNotices.withdrawn,
      path: requirementPathFor("company", id),
      hasMail: true,
      requirements: [id],
    }),
    limit: isFormLimited,
  }));
}

/** Asks once before a company's requirement is withdrawn. */
export default function WithdrawPage({ loaderData, actionData }: Route.ComponentProps) {
  const { id, account, status, isReading, found } = loaderData;
  const sent = actionData?.defaultValues;
  const entries = found?.entries ?? [];
  const missed = sent ? entries.filter(({ at }) => at > String(sent["since"])) : [];
  return (
    <WorkPage
      title={TITLE}
      lead={found?.frame.job_title}
      documentTitle={TITLE}
      state={actionData}
      back={{ label: "Back to the requirement", path: requirementPathFor("company", id) }}
    >
      <div className="form-column">
        {missed.length > 0 && (
          <Part id="missed" title="What changed since you opened this page" heading="text-lg" className="empty">
            <History entries={missed} />
          </Part>
        )}
        {status === 401 && <SignInAgain />}
        {isReading && !sent && <ViewersRead company={account?.company} />}
        {!found && !sent && <Unavailable />}
        {((found && !isReading) || sent) && (
          <>
            <p>
              We stop working on it, and it can&apos;t be edited any more. It stays in your list with its history, and
              you can duplicate it.
            </p>
            <WithdrawForm
              id={id}
              version={found?.frame.version ?? String(sent?.["version"] ?? "")}
              since={entries[0]?.at ?? String(sent?.["since"] ?? "")}
            />
          </>
        )}
      </div>
    </WorkPage>
  );
}
