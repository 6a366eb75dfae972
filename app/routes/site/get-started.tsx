import type { Route } from "./+types/get-started";
import { getStarted as content } from "~/content/accounts";
import { GetStartedForm } from "~/features/accounts/forms/registration-forms";
import { getStarted } from "~/features/accounts/intents.server";
import { formContext } from "~/lib/http/context";
import { keepForm } from "~/lib/forms/form.server";
import { formPageMeta } from "~/lib/http/meta";
import { accountCookie } from "~/pages/portal";
import { Part } from "~/ui/layout/part";
import { Figures } from "~/ui/site/figures";
import { FormHead } from "~/ui/forms/form-head";
import { PageHeader } from "~/ui/layout/page-header";
import { Ticks } from "~/ui/forms/ticks";

export const meta = () => formPageMeta(content.title, content.lead);

export const middleware: Route.MiddlewareFunction[] = [accountCookie];

export async function action({ context, url }: Route.ActionArgs) {
  return keepForm(context, await getStarted({ context, body: context.get(formContext), url }));
}

/** The get-started page: a sign-up with more room around it (§2). */
export default function GetStartedPage({ actionData }: Route.ComponentProps) {
  const { title, lead, formTitle, rating, includesTitle, includes, question } = content;
  return (
    <>
      <FormHead title={title} errors={actionData?.errors} />
      <PageHeader title={title} lead={lead} />
      <div className="wrap section split split-form">
        <Part id="open-an-account" title={formTitle} heading="mb-6 text-xl">
          <GetStartedForm />
        </Part>
        <div className="grid gap-8">
          <Figures items={[rating]} />
          <Part id="account-includes" title={includesTitle} heading="text-xl" className="grid gap-4">
            <Ticks points={includes} />
          </Part>
          <p>
            {question.title} <a href={question.path}>{question.label}</a>
          </p>
        </div>
      </div>
    </>
  );
}
