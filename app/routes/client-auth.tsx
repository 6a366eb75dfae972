import { redirect } from "react-router";
import type { Route } from "./+types/client-auth";
import { titled } from "~/content/company";
import { signInConsent } from "~/content/consent";
import {
  NewPasswordForm,
  ProviderButtons,
  ResendForm,
  ResetForm,
  SignInForm,
  SignUpForm,
} from "~/features/accounts/account-forms";
import { getIdentity } from "~/features/accounts/accounts.server";
import {
  changePassword,
  continueWith,
  isProvider,
  resendMail,
  resetPassword,
  signInAtPortal,
  signUpAtPortal,
} from "~/features/accounts/intents.server";
import { formContext } from "~/lib/context";
import { pageMeta } from "~/lib/meta";
import { arrivals, skipPortal } from "~/middleware/portal";
import { Consent } from "~/ui/consent";
import { FormHead } from "~/ui/form-head";
import { PageHeader } from "~/ui/page-header";

export const middleware: Route.MiddlewareFunction[] = [arrivals, skipPortal];

const VIEWS = {
  "sign-in": { title: "Sign In", Form: SignInForm },
  "sign-up": { title: "Sign Up", Form: SignUpForm },
  forgot: { title: "Reset your password", Form: ResetForm },
  resend: { title: "Get the confirmation link again", Form: ResendForm },
  "new-password": { title: "Set a new password", Form: NewPasswordForm },
} as const;

type View = keyof typeof VIEWS;

function readView(value: string | null): View {
  return value !== null && Object.hasOwn(VIEWS, value) ? (value as View) : "sign-in";
}

export function meta() {
  return pageMeta(
    titled("Client Portal"),
    "Sign in to file hiring requirements and follow them, or open your client account.",
    true,
  );
}

export async function loader({ url, context }: Route.LoaderArgs) {
  const view = readView(url.searchParams.get("view"));
  if (view === "new-password" && (await getIdentity(context)).state === "signed-out") throw redirect("/client-auth");
  return { view };
}

export async function action({ request, context, url }: Route.ActionArgs) {
  const body = context.get(formContext);
  const intent = body.get("intent");
  const post = { context, request, body, url };
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

function Tab({ view, current }: { view: "sign-in" | "sign-up"; current: View }) {
  return (
    <a href={`/client-auth?view=${view}`} aria-current={view === current ? "page" : undefined}>
      {VIEWS[view].title}
    </a>
  );
}

/** The client portal's sign-in, sign-up and forgotten password (§2, §4). Tabs and views are addresses. */
export default function ClientAuthPage({ loaderData: { view }, actionData }: Route.ComponentProps) {
  const { title, Form } = VIEWS[view];
  const isTab = view === "sign-in" || view === "sign-up";
  return (
    <div className="wrap narrow pb-16">
      <FormHead title={titled(`${title} - Client Portal`)} errors={actionData?.errors} />
      <PageHeader title="Client Portal" lead="File hiring requirements, and follow them to the day they are filled." />
      <div className="card grid gap-6">
        {isTab && (
          <nav className="tabs" aria-label="Sign in or sign up">
            <Tab view="sign-in" current={view} />
            <Tab view="sign-up" current={view} />
          </nav>
        )}
        <h2 className={isTab ? "sr-only" : "text-lg"}>{title}</h2>
        <Form />
        {isTab && <ProviderButtons />}
        {view === "sign-in" && (
          <p className="flex flex-wrap gap-x-6 gap-y-3">
            <a href="/client-auth?view=forgot">Forgot password?</a>
            <a href="/client-auth?view=resend">No confirmation email?</a>
          </p>
        )}
        {(view === "forgot" || view === "resend") && (
          <p>
            <a href="/client-auth">Back to Sign In</a>
          </p>
        )}
        {view !== "sign-up" && <Consent {...signInConsent} />}
      </div>
    </div>
  );
}
