import { data, redirect } from "react-router";
import type { Route } from "./+types/notifications";
import { accountOf, findAccount, getIdentity, isOfTheTeam, leaveToSignIn } from "~/features/accounts/accounts.server";
import { notificationNotices } from "~/features/notifications/notices";
import { loadSettings, saveSettings } from "~/features/notifications/notifications.server";
import { settingsSchemas } from "~/features/notifications/schema";
import { SettingsForm, SettingsHints } from "~/features/notifications/settings-form";
import { isAfterPost, keepForGoingBack } from "~/lib/forms/form.server";
import { logFailure } from "~/lib/observe/log.server";
import { formPageMeta } from "~/lib/http/meta";
import { isFormLimited } from "~/lib/limits/rate-limit.server";
import { changeByForm } from "~/pages/change";
import { SignInAgain } from "~/ui/forms/sign-in-again";
import { Unavailable } from "~/ui/layout/unavailable";
import { WorkPage } from "~/ui/layout/work/work-page";

export const handle = { section: "/client-auth" };

const PATH = "/client-dashboard/notifications";
const TITLE = "Notifications";
const LEAD = "Which mails you get, and how often.";

export const meta = () => formPageMeta(TITLE, LEAD);

/** Runs without a session, too: after a post whose session has ended, what was chosen must still be shown. */
export async function loader({ context, url }: Route.LoaderArgs) {
  keepForGoingBack(context);
  const user = await getIdentity(context);
  if (user.state !== "signed-in") {
    const isSignedOut = user.state === "signed-out";
    return data({ account: undefined, isSignedOut, settings: undefined }, { status: isSignedOut ? 401 : 503 });
  }
  const [known, found] = await Promise.all([findAccount(context), loadSettings(context)]);
  const hasEnded = known.ok && known.value === null;
  if (hasEnded && !isAfterPost(context)) throw leaveToSignIn(context, url);
  if (known.ok && isOfTheTeam(known.value?.role ?? null) && !isAfterPost(context))
    throw redirect("/team/notifications");
  const account = hasEnded ? undefined : accountOf(user.email, known);
  const failure = [known, found].find((each) => !each.ok);
  if (failure?.ok === false) logFailure(context, failure, "settings not shown");
  const settings = known.ok && found.ok && !hasEnded ? found.value : undefined;
  const status = failure?.ok === false ? failure.status : 200;
  return data({ account, isSignedOut: hasEnded, settings }, { status });
}

/** Saves on the version that was read; a stale one is refused, and the page shows what is saved now. */
export function action({ context }: Route.ActionArgs) {
  return changeByForm(context, [settingsSchemas.company], (values) => ({
    act: () => saveSettings(context, values),
    failed: "settings not saved",
    notDone: notificationNotices.notSaved,
    done: () => ({ notice: notificationNotices.saved, path: PATH }),
    notFoundWhen: () => false,
    limit: isFormLimited,
  }));
}

/** Which mails somebody of a company gets. */
export default function NotificationsPage({ loaderData, actionData }: Route.ComponentProps) {
  const { account, isSignedOut, settings } = loaderData;
  return (
    <WorkPage title={TITLE} lead={LEAD} documentTitle={TITLE} state={actionData}>
      <div className="form-column choices">
        {isSignedOut && <SignInAgain />}
        {!settings && !actionData && <Unavailable />}
        {(settings ?? actionData) && <SettingsForm side="company" settings={settings} sent={actionData} />}
        {settings && <SettingsHints email={account?.email} />}
      </div>
    </WorkPage>
  );
}
