import { data } from "react-router";
import type { Route } from "./+types/notifications";
import { notificationNotices } from "~/features/notifications/notices";
import { loadSettings, saveSettings } from "~/features/notifications/notifications.server";
import { settingsSchemas } from "~/features/notifications/schema";
import { SettingsForm, SettingsHints } from "~/features/notifications/settings-form";
import { formPageMeta } from "~/lib/http/meta";
import { changeByForm } from "~/pages/change";
import { loadTeamPage } from "~/pages/team";
import { Unavailable } from "~/ui/layout/unavailable";
import { WorkPage } from "~/ui/layout/work/work-page";

const PATH = "/team/notifications";
const TITLE = "Notifications";
const LEAD = "Which mails you get, and how often.";

export const meta = () => formPageMeta(TITLE, LEAD);

export async function loader({ url, context }: Route.LoaderArgs) {
  const { account, answer } = await loadTeamPage(context, url, () => loadSettings(context));
  const settings = answer.ok ? answer.value : undefined;
  return data({ account, settings }, { status: answer.ok ? 200 : answer.status });
}

/** Saves on the version that was read; a stale one is refused, and the page shows what is saved now. */
export function action({ url, context }: Route.ActionArgs) {
  return changeByForm(context, [settingsSchemas.team], (values) => ({
    act: async () => {
      // Everybody has settings: that these are the team's, only this can tell.
      const { answer } = await loadTeamPage(context, url, () => loadSettings(context));
      return answer.ok ? saveSettings(context, values) : answer;
    },
    failed: "settings not saved",
    notDone: notificationNotices.notSaved,
    done: () => ({ notice: notificationNotices.saved, path: PATH }),
  }));
}

/** Which mails a colleague gets. */
export default function TeamNotificationsPage({ loaderData, actionData }: Route.ComponentProps) {
  const { account, settings } = loaderData;
  return (
    <WorkPage title={TITLE} lead={LEAD} documentTitle={TITLE} state={actionData}>
      <div className="form-column choices">
        {!settings && !actionData && <Unavailable />}
        {(settings ?? actionData) && <SettingsForm side="team" settings={settings} sent={actionData} />}
        {settings && <SettingsHints email={account?.email} />}
      </div>
    </WorkPage>
  );
}
