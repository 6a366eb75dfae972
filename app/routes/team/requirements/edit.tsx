import { redirect } from "react-router";
import type { Route } from "./+types/edit";
import { EditForm } from "~/features/requirements/edit/edit-form";
import { beginEdit } from "~/features/requirements/edit/edit.server";
import { teamVoice, tell } from "~/features/requirements/history/history";
import { requirementNotices } from "~/features/requirements/notices";
import { requirementPathFor } from "~/features/requirements/frame/requirement-frame";
import { earliestDeadline } from "~/features/requirements/rules";
import { isEditable } from "~/features/requirements/statuses";
import { loadTeamRequirement, teamEdits } from "~/features/requirements/team/team.server";
import { everyName } from "~/features/team/names";
import { isAfterPost } from "~/lib/forms/form.server";
import { preferredLocale } from "~/lib/format/locale";
import { notify } from "~/lib/http/notice.server";
import { submitEdit } from "~/pages/requirement-edit";
import { loadTeamRecord } from "~/pages/team";
import { requireChanged, requireId, withStatus } from "~/pages/page";
import { WorkPage } from "~/ui/layout/work/work-page";

export const handle = { hasRequirementForm: true };

const TITLE = "Edit requirement";

export async function loader({ params, request, url, context }: Route.LoaderArgs) {
  const page = await loadTeamRecord(context, url, () => loadTeamRequirement(context, params.id));
  const found = page.answer.ok ? page.answer.value : null;
  const isClosed = found !== null && !isEditable(found.requirement.status);
  if (isClosed && !isAfterPost(context)) {
    notify(context, requirementNotices.closedAlready(found.requirement.status));
    throw redirect(requirementPathFor("team", params.id));
  }
  return withStatus({
    ...page,
    id: params.id,
    isClosed,
    locale: preferredLocale(request.headers.get("Accept-Language")),
    begun: found ? beginEdit(found.requirement, found.requirement.version) : undefined,
    minDeadline: earliestDeadline(found?.requirement.deadline ?? null),
  });
}

export function action({ params, context }: Route.ActionArgs) {
  const id = requireId(params.id);
  return submitEdit(context, {
    id,
    path: requirementPathFor("team", id),
    side: teamEdits,
    explain: (failure) => Promise.resolve(requireChanged(failure)),
    done: requirementNotices.editedByTeam,
  });
}

/** The form of a requirement as it is filed, for the team to change: its company is told (§3). */
export default function EditRequirementPage({ loaderData, actionData }: Route.ComponentProps) {
  const { answer, account, id, isClosed, begun, locale, minDeadline } = loaderData;
  const found = answer.ok ? answer.value : null;
  const path = requirementPathFor("team", id);
  const names = { ...found?.members, ...everyName(loaderData) };
  const entries = found
    ? tell(found.events.rows, { ...teamVoice(names), currency: found.requirement.currency, locale })
    : [];
  return (
    <WorkPage
      title={TITLE}
      lead={found?.requirement.job_title}
      documentTitle={TITLE}
      state={actionData}
      back={{ label: "Back to the requirement", path }}
    >
      <EditForm
        state={actionData}
        begun={begun}
        entries={entries}
        locale={locale}
        minDeadline={minDeadline}
        owner={account?.email}
        path={path}
        isClosed={isClosed}
      />
    </WorkPage>
  );
}
