import { data, redirect } from "react-router";
import type { Route } from "./+types/notifications";
import { titled } from "~/content/company";
import { notificationMessages } from "~/features/notifications/messages";
import { loadSettings, saveSettings } from "~/features/notifications/notifications.server";
import { settingsSchemas } from "~/features/notifications/schema";
import { SettingsForm, SettingsNotes } from "~/features/notifications/settings-form";
import { formContext } from "~/lib/http/context";
import { formResponse, parseForm } from "~/lib/forms/form.server";
import { logFailure } from "~/lib/observe/log.server";
import { pageMeta } from "~/lib/http/meta";
import { isActionLimited } from "~/lib/limits/rate-limit.server";
import { notify } from "~/lib/http/toast.server";
import { loadTeamPage, team } from "~/pages/team";
import { FormHead } from "~/ui/forms/form-head";
import { PageHeader } from "~/ui/layout/page-header";
import { Unavailable } from "~/ui/layout/unavailable";

export const handle = { isPrivate: true };

export const middleware: Route.MiddlewareFunction[] = [team];

const PATH = "/team/notifications";
const TITLE = "Notifications";
const LEAD = "Which mails you get, and how often.";

export function meta() {
  return pageMeta(titled(TITLE), LEAD, true);
}

export async function loader({ url, context }: Route.LoaderArgs) {
  const { account, answer } = await loadTeamPage(context, url, () => loadSettings(context));
  const settings = answer.ok ? answer.value : undefined;
  return data({ account, settings }, { status: answer.ok ? 200 : answer.status });
}

/** Saves on the version that was read; a stale one is refused, and the page shows what is saved now. */
export async function action({ url, context }: Route.ActionArgs) {
  const { values, state } = await parseForm(context.get(formContext), settingsSchemas.team);
  if (!values) return formResponse(state, 400);
  // Everybody has settings: that these are the team's, only this can tell.
  const { userId, answer } = await loadTeamPage(context, url, () => loadSettings(context));
  if (answer.ok && (await isActionLimited(context, userId))) return formResponse(state, 429);
  const saved = answer.ok ? await saveSettings(context, values) : answer;
  if (!saved.ok) {
    logFailure(context, saved, "settings not saved");
    notify(context, notificationMessages.notSaved(saved));
    return formResponse(state, saved.status);
  }
  notify(context, notificationMessages.saved);
  return redirect(PATH, 303);
}

/** Which mails somebody of the team gets. */
export default function TeamNotificationsPage({ loaderData, actionData }: Route.ComponentProps) {
  const { account, settings } = loaderData;
  return (
    <div className="pb-16">
      <FormHead title={titled(TITLE)} errors={actionData?.errors} />
      <PageHeader title={TITLE} lead={LEAD} isWork />
      <div className="wrap">
        <div className="form-column choices">
          {!settings && !actionData && <Unavailable />}
          {(settings ?? actionData) && <SettingsForm side="team" settings={settings} sent={actionData} />}
          {settings && <SettingsNotes email={account?.email} />}
        </div>
      </div>
    </div>
  );
}
