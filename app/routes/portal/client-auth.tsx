import { Fragment } from "react";
import { data, redirect } from "react-router";
import type { Route } from "./+types/client-auth";
import { signInConsent } from "~/content/consent";
import {
  ProviderButtons,
  ResendForm,
  ResetForm,
  SendAgainForm,
  SignInForm,
  SignUpForm,
} from "~/features/accounts/forms/account-forms";
import { accountOf, askIdentity, findAccount, getIdentity } from "~/features/accounts/accounts.server";
import type { PostResponse, Post } from "~/features/accounts/responses.server";
import {
  continueWith,
  isProvider,
  resendMail,
  resetPassword,
  signInAtPortal,
  signUpAtPortal,
} from "~/features/accounts/intents.server";
import { MailLinkCard, mailLinkTitle } from "~/features/accounts/mail-link/mail-link-card";
import { followMailLink, showMailLink } from "~/features/accounts/mail-link/mail-link-intents.server";
import { readMailLink } from "~/features/accounts/mail-link/mail-link.server";
import { isRecovered, recall } from "~/features/accounts/account-cookie.server";
import { accountNotices } from "~/features/accounts/notices";
import { VIEWS, viewPath, type View } from "~/features/accounts/paths";
import { ChangePasswordForm, NewPasswordForm } from "~/features/accounts/forms/password-forms";
import { changePassword } from "~/features/accounts/password.server";
import type { Account } from "~/lib/backend/account";
import { wakeMail } from "~/features/mail/mail.server";
import { formContext, type Context } from "~/lib/http/context";
import { keepForm } from "~/lib/forms/form.server";
import { formPageMeta } from "~/lib/http/meta";
import { authCallback, skipPortal } from "~/pages/portal";
import { ButtonLink } from "~/ui/forms/button";
import { Consent } from "~/ui/forms/consent";
import { FormHead } from "~/ui/forms/form-head";
import { PageHeader } from "~/ui/layout/page-header";
import { readableAddress } from "~/lib/schema/address";

export const handle = { isSameForAnonymous: true };

export const middleware: Route.MiddlewareFunction[] = [authCallback, skipPortal];

function readView(value: string | null): View {
  return value !== null && Object.hasOwn(VIEWS, value) ? (value as View) : "sign-in";
}

/** Does a view say that a mail was sent? */
function isSentView(view: View): boolean {
  return view === "confirm-sent" || view === "reset-sent";
}

export const meta = () =>
  formPageMeta("Client Portal", "Sign in to file hiring requirements and follow them, or open your client account.");

/** The view "Set a new password": whose, and whether the old one is asked for. */
async function loadNewPassword(context: Context) {
  const identity = await askIdentity(context);
  if (identity.state === "signed-out") throw redirect("/client-auth");
  if (identity.state === "unavailable") return { account: "", needsCurrent: true };
  return { account: identity.email, needsCurrent: !isRecovered(context, identity.userId) };
}

/** Who is signed in, for the pages here that somebody signed in may open. */
async function findSignedIn(context: Context): Promise<Account | undefined> {
  const identity = await getIdentity(context);
  return identity.state === "signed-in" ? accountOf(identity.email, await findAccount(context)) : undefined;
}

export async function loader({ url, context }: Route.LoaderArgs) {
  const search = url.searchParams;
  const view = readView(search.get("view"));
  const link = readMailLink(search);
  const remembered = { email: recall(context).email ?? "", redirectTo: search.get("redirectTo") };
  const isOwn = link !== undefined || view === "new-password";
  const isNewPassword = !link && view === "new-password";
  const [account, shown, newPassword] = await Promise.all([
    isOwn ? findSignedIn(context) : undefined,
    link && showMailLink(context, link),
    isNewPassword ? loadNewPassword(context) : undefined,
  ]);
  const common = { view, ...remembered, account };
  if (link) {
    if (shown) return { ...common, link: { ...shown, isChoosing: search.get("view") === "choose" } };
    return data({ ...common, link: "unknown" as const, notice: accountNotices.linkNotChecked }, { status: 503 });
  }
  return newPassword ? { ...common, newPassword } : common;
}

function answer(post: Post): Promise<PostResponse> {
  const intent = post.body.get("intent");
  const link = readMailLink(post.url.searchParams);
  if (link) return followMailLink(post, link);
  if (isProvider(intent)) return continueWith(intent, "/client-auth", post);
  switch (intent) {
    case "sign-up":
      return signUpAtPortal(post);
    case "reset":
      return resetPassword(post);
    case "resend":
      return resendMail(post);
    case "new-password":
      return changePassword(post);
    default:
      return signInAtPortal(post);
  }
}

/** Was a password set that there may have been another before? Then the database has a mail for the account's address. */
function hasSetPassword({ body, url }: Post, answer: PostResponse): boolean {
  const mayHave = body.get("intent") === "new-password" || readMailLink(url.searchParams)?.type === "recovery";
  return mayHave && answer instanceof Response && !answer.headers.get("Location")?.startsWith("/client-auth");
}

export async function action({ context, url }: Route.ActionArgs) {
  const post = { context, body: context.get(formContext), url };
  const answered = await answer(post);
  if (hasSetPassword(post, answered)) wakeMail(context);
  return keepForm(context, answered);
}

type ViewProps = { view: View; email: string; redirectTo: string | null };

function Tabs({ view, redirectTo }: ViewProps) {
  return (
    <nav className="tabs" aria-label="Sign in or sign up">
      {(["sign-in", "sign-up"] as const).map((tab) => (
        <Fragment key={tab}>
          <a href={viewPath(tab, redirectTo)} aria-current={tab === view ? "page" : undefined}>
            {VIEWS[tab]}
          </a>{" "}
        </Fragment>
      ))}
    </nav>
  );
}

function SignInView(props: ViewProps) {
  return (
    <>
      <SignInForm email={props.email} />
      <ProviderButtons />
      <p className="flex flex-wrap gap-x-6">
        <a href={viewPath("forgot", props.redirectTo)} className="alone">
          Forgot password?
        </a>{" "}
        <a href={viewPath("resend", props.redirectTo)} className="alone">
          No confirmation email?
        </a>
      </p>
    </>
  );
}

function MailView(props: ViewProps) {
  return (
    <>
      {props.view === "forgot" ? <ResetForm email={props.email} /> : <ResendForm email={props.email} />}
      <p>
        <a href={viewPath("sign-in", props.redirectTo)}>Back to Sign In</a>
      </p>
    </>
  );
}

/**
 * Where a mail goes, and what to do when it does not come. Whether the address has an account is not said: nothing goes to
 * one that has none, or of a confirmed one's confirmation.
 */
function SentView(props: ViewProps) {
  const intent = props.view === "reset-sent" ? "reset" : "resend";
  const address = props.email ? <strong>{readableAddress(props.email)}</strong> : "the address you gave";
  return (
    <>
      {intent === "reset" ? (
        <p>
          If {address} has an account, a mail is on its way. Open the link in it, and choose a new password there. The
          link works for one hour.
        </p>
      ) : (
        <p>
          A mail is on its way to {address}, unless its account is confirmed already: then sign in. Open the link in the
          mail to confirm your address and sign in. It works for one hour.
        </p>
      )}
      <p>Nothing after a minute or two? Check your spam folder, or send it again.</p>
      {props.email && <SendAgainForm email={props.email} intent={intent} />}
      <p className="flex flex-wrap gap-x-6">
        <a href={viewPath(intent === "reset" ? "forgot" : "resend", props.redirectTo)} className="alone">
          Another address
        </a>{" "}
        <a href={viewPath("sign-in", props.redirectTo)} className="alone">
          Back to Sign In
        </a>
      </p>
    </>
  );
}

type LoaderData = Route.ComponentProps["loaderData"];

function CardContent({ loaderData }: { loaderData: LoaderData }) {
  const { view, email } = loaderData;
  if ("link" in loaderData) {
    if (loaderData.link !== "unknown") return <MailLinkCard {...loaderData.link} />;
    return (
      <p>
        <ButtonLink href="">Try Again</ButtonLink>
      </p>
    );
  }
  if ("newPassword" in loaderData) {
    const { account, needsCurrent } = loaderData.newPassword;
    return needsCurrent ? <ChangePasswordForm email={account} /> : <NewPasswordForm />;
  }
  if (view === "sign-in") return <SignInView {...loaderData} />;
  if (isSentView(view)) return <SentView {...loaderData} />;
  if (view !== "sign-up") return <MailView {...loaderData} />;
  return (
    <>
      <SignUpForm email={email} />
      <ProviderButtons />
    </>
  );
}

function titleOf(loaderData: LoaderData): string {
  if (!("link" in loaderData)) return VIEWS[loaderData.view];
  return loaderData.link === "unknown" ? "Open your link" : mailLinkTitle(loaderData.link.kind);
}

const PORTAL_HEADING = {
  title: "Client Portal",
  lead: "File hiring requirements, and follow them to the day they are filled.",
};
const TEAM_HEADING = { title: "Team", lead: "Sign in to go on with your work." };

/** Does somebody sign in who was on a page of the team? */
function isForTeam({ view, redirectTo }: Pick<LoaderData, "view" | "redirectTo">): boolean {
  return view === "sign-in" && redirectTo !== null && /^\/team(\/|\?|$)/.test(redirectTo);
}

/** The client portal's sign-in, sign-up and passwords (§2, §4), and the page of a mail's link. Views are addresses. */
export default function ClientAuthPage({ loaderData, actionData }: Route.ComponentProps) {
  const { view } = loaderData;
  const isLink = "link" in loaderData;
  const isTab = !isLink && (view === "sign-in" || view === "sign-up");
  const title = titleOf(loaderData);
  const heading = isForTeam(loaderData) ? TEAM_HEADING : PORTAL_HEADING;
  return (
    <>
      <FormHead title={`${title} - ${heading.title}`} errors={actionData?.errors} />
      <PageHeader {...heading} />
      <div className="wrap section form-column">
        {isTab && <Tabs {...loaderData} />}
        <h2 className={isTab ? "sr-only" : "text-xl"}>{title}</h2>
        <CardContent loaderData={loaderData} />
        {(isLink || view !== "sign-up") && <Consent {...signInConsent.portal} />}
      </div>
    </>
  );
}
