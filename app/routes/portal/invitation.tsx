import { data, redirect } from "react-router";
import type { Route } from "./+types/invitation";
import { dashboardPath } from "~/content/navigation";
import { accountOf, findAccount, getIdentity } from "~/features/accounts/accounts.server";
import { signOut } from "~/features/accounts/authentication.server";
import type { Post } from "~/features/accounts/responses.server";
import { signUpByInvitation } from "~/features/accounts/intents.server";
import { InvitedForm } from "~/features/accounts/forms/invited-form";
import { InvitationCard } from "~/features/invitations/invitation-card";
import { OwnInvitationList } from "~/features/invitations/own-invitations";
import {
  acceptInvitation,
  acceptOwnInvitation,
  findInvitation,
  findOwnInvitations,
  invitationPath,
  joinSchema,
  prepareAccount,
  type Invitation,
} from "~/features/invitations/invitations.server";
import { invitationNotices } from "~/features/invitations/notices";
import { formContext, type Context } from "~/lib/http/context";
import { emptyCache } from "~/lib/forms/kept-pages.server";
import { NO_ENTRIES } from "~/lib/forms/form";
import { formResponse, isAfterPost, keepForm } from "~/lib/forms/form.server";
import { logFailure } from "~/lib/observe/log.server";
import { readToken } from "~/lib/http/mail-token";
import { formPageMeta } from "~/lib/http/meta";
import { isFormLimited } from "~/lib/limits/rate-limit.server";
import type { Failure, Result } from "~/lib/result";
import { notify } from "~/lib/http/notice.server";
import { authCallback } from "~/pages/portal";
import { makeChange } from "~/pages/change";
import { FormHead } from "~/ui/forms/form-head";
import { PageHeader } from "~/ui/layout/page-header";
import { Unavailable } from "~/ui/layout/unavailable";

export const middleware: Route.MiddlewareFunction[] = [authCallback];

const TITLE = "Invitation";

export const meta = () => formPageMeta(TITLE, "You are invited.");

const NOTHING: Result<null> = { ok: true, value: null };

/** Looks, and changes nothing: a mail's link is opened by scanners, too. Without a link, the signed-in person sees theirs. */
export async function loader({ url, context }: Route.LoaderArgs) {
  const token = readToken(url.searchParams);
  const hasToken = url.searchParams.has("token");
  const identity = await getIdentity(context);
  const email = identity.state === "signed-in" ? identity.email : undefined;
  const [found, own, account] = await Promise.all([
    token === undefined ? NOTHING : findInvitation(context, token),
    email === undefined || hasToken ? NOTHING : findOwnInvitations(context),
    email === undefined ? undefined : findAccount(context).then((known) => accountOf(email, known)),
  ]);
  // Who has come by their account, and accepted long ago, has nothing to decide here. The dashboard leads the team on.
  if (own.ok && own.value?.bond && own.value.invitations.length === 0 && !isAfterPost(context)) {
    return redirect(dashboardPath);
  }
  const page = {
    account,
    hasToken,
    invitation: found.ok && own.ok ? found.value : undefined,
    own: own.ok ? own.value : null,
    signInPath: `/client-auth?${new URLSearchParams({ redirectTo: invitationPath(token ?? "") }).toString()}`,
  };
  if (!found.ok) return data(page, { status: found.status });
  if (!own.ok) return data(page, { status: own.status });
  return found.value || !hasToken ? page : data(page, { status: 404 });
}

function refuseInvitation(context: Context, failure: Failure) {
  logFailure(context, failure, "invitation not accepted");
  notify(context, invitationNotices.notAccepted(failure));
  return formResponse(NO_ENTRIES, failure.status);
}

/** Accepts as the signed-in person. */
function accept(context: Context, act: () => Promise<Result<Invitation["kind"]>>) {
  return makeChange(context, {
    state: NO_ENTRIES,
    act,
    failed: "invitation not accepted",
    notDone: invitationNotices.notAccepted,
    done: (kind) => ({ notice: invitationNotices.accepted[kind], path: dashboardPath }),
    notFoundWhen: () => false,
    limit: isFormLimited,
  });
}

/** Accepts one of the own invitations, by its id: whoever has come here without the link, or belongs elsewhere yet. */
async function join(context: Context, body: FormData) {
  const entries = joinSchema.safeParse(Object.fromEntries(body));
  if (!entries.success) return formResponse(NO_ENTRIES, 400);
  const { invitation, leaving } = entries.data;
  return accept(context, () => acceptOwnInvitation(context, { invitation, leaving: leaving === "on" }));
}

/** Makes the account of somebody who has none, and accepts: the link has come to that mailbox alone. */
async function acceptAsNewcomer(post: Post, token: string) {
  const { context } = post;
  const prepared = await prepareAccount(context, token);
  if (!prepared.ok) return refuseInvitation(context, prepared);
  if (!prepared.value) {
    const found = await findInvitation(context, token);
    const message = `invitation_${(found.ok && found.value?.state) || "unknown"}`;
    return refuseInvitation(context, { ok: false, message, status: 410 });
  }
  const refusal = await signUpByInvitation(post, { ...prepared.value, token });
  return refusal ?? accept(context, () => acceptInvitation(context, token));
}

/** Signs out, for somebody who is here as somebody else. */
async function leave(context: Context, token: string) {
  await signOut(context);
  emptyCache(context);
  notify(context, invitationNotices.signedOut);
  return redirect(invitationPath(token), 303);
}

export async function action({ url, context }: Route.ActionArgs) {
  const body = context.get(formContext);
  if (body.get("intent") === "join") return join(context, body);
  const token = readToken(url.searchParams);
  if (token === undefined) return formResponse(NO_ENTRIES, 404);
  switch (body.get("intent")) {
    case "accept":
      return accept(context, () => acceptInvitation(context, token));
    case "sign-out":
      return leave(context, token);
    case "sign-up":
      return keepForm(context, await acceptAsNewcomer({ context, body, url }, token));
    default:
      return formResponse(NO_ENTRIES, 400);
  }
}

/** The page of an invitation's mail: who invites to what, and the one form that accepts. */
export default function InvitationPage({ loaderData, actionData }: Route.ComponentProps) {
  const { invitation, own, hasToken, account, signInPath } = loaderData;
  return (
    <>
      <FormHead title={TITLE} errors={actionData?.errors} />
      <PageHeader title={TITLE} />
      <div className="wrap section form-column">
        {invitation === undefined && <Unavailable />}
        {own && <OwnInvitationList own={own} />}
        {invitation === null && !own && (
          <p className="empty">
            {hasToken
              ? "This link does not work. Open the newest mail that invited you: only its link works."
              : "Open the link in the mail that invited you: it leads to your invitation."}
          </p>
        )}
        {invitation && (
          <InvitationCard
            invitation={invitation}
            email={account?.email}
            signInPath={signInPath}
            signUp={<InvitedForm address={invitation.email} />}
          />
        )}
      </div>
    </>
  );
}
