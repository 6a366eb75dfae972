import type { Route } from "./+types/login";
import { login } from "~/content/accounts";
import { signInConsent } from "~/content/consent";
import { ProviderButtons, SignInForm } from "~/features/accounts/forms/account-forms";
import { continueWith, isProvider, signInAtLogin } from "~/features/accounts/intents.server";
import { formContext } from "~/lib/http/context";
import { keepForm } from "~/lib/forms/form.server";
import { formPageMeta } from "~/lib/http/meta";
import { authCallback, skipLogin } from "~/pages/portal";
import { Consent } from "~/ui/forms/consent";
import { FormHead } from "~/ui/forms/form-head";
import { PageHeader } from "~/ui/layout/page-header";

export const handle = { isSameForAnonymous: true };

export const middleware: Route.MiddlewareFunction[] = [authCallback, skipLogin];

export const meta = () => formPageMeta(login.title, login.description);

/** The middleware answers first; a page without a loader would be answered without it. */
export function loader() {
  return null;
}

export async function action({ context, url }: Route.ActionArgs) {
  const body = context.get(formContext);
  const intent = body.get("intent");
  const post = { context, body, url };
  const answer = isProvider(intent) ? continueWith(intent, "/login", post) : signInAtLogin(post);
  return keepForm(context, await answer);
}

/** The login page (§2). "Remember me" has no effect, as specified: every session lasts as long. */
export default function LoginPage({ actionData }: Route.ComponentProps) {
  return (
    <>
      <FormHead title={login.title} errors={actionData?.errors} />
      <PageHeader title={login.title} lead={login.lead} />
      <div className="wrap section form-column">
        <SignInForm hasRemember />
        <p>
          <a href="/forgot-password">Forgot password?</a>
        </p>
        <ProviderButtons />
        <Consent {...signInConsent.login} />
        <p>
          {login.portal.text} <a href={login.portal.path}>{login.portal.label}</a>
        </p>
      </div>
    </>
  );
}
