import { data, redirect } from "react-router";
import type { Route } from "./+types/apply";
import { applyingTexts } from "~/content/jobs/applying";
import { findJob, sendApplication } from "~/features/applications/applying/applications.server";
import { ApplyForm } from "~/features/applications/applying/apply-form";
import { JobsLink } from "~/features/applications/applying/confirm-parts";
import { applyPath, sentPath } from "~/features/applications/applying/paths";
import { applyKeys, applySchema, MEANT_KEY } from "~/features/applications/applying/schema";
import { wakeMailForApplicant } from "~/features/mail/mail.server";
import { FormHead } from "~/ui/forms/form-head";
import { sentText, textOf, TOKEN_KEY } from "~/lib/forms/form";
import { formResponse, isAfterPost, keepForGoingBack, keepForm, parseForm } from "~/lib/forms/form.server";
import { identifyForm } from "~/lib/forms/form-token.server";
import { formContext } from "~/lib/http/context";
import { isFormLimited } from "~/lib/limits/rate-limit.server";
import { logFailure } from "~/lib/observe/log.server";
import { APPLYING_LANGUAGE } from "~/features/applications/applying/notices";
import { refuseApplicant } from "~/pages/applying";
import { notFound } from "~/pages/page";
import { PageHeader } from "~/ui/layout/page-header";
import { Unavailable } from "~/ui/layout/unavailable";

export const handle = { hasForm: true };

/** A form is nobody's search result. */
export const meta = () => [{ name: "robots", content: "noindex" }];

export async function loader({ params: { slug }, context }: Route.LoaderArgs) {
  // The browser may show what was typed when somebody goes back; a job that has closed is closed at the next request.
  if (!isAfterPost(context)) keepForGoingBack(context);
  const found = await findJob(context, slug);
  if (!found.ok) {
    logFailure(context, found, "job to apply for not shown");
    return data({ job: undefined, title: "", isClosed: false }, { status: found.status });
  }
  if (found.value === null) return notFound();
  const { job, title = "" } = found.value;
  return data({ job, title: job?.title ?? title, isClosed: !job }, { status: job ? 200 : 410 });
}

/** Keeps what was sent until its mailbox has answered, and leads to page two. */
export async function action({ params: { slug }, context }: Route.ActionArgs) {
  const body = context.get(formContext);
  // The address that was meant by the one that was typed, where its button is pressed.
  const meant = textOf(body.get(MEANT_KEY));
  if (meant) body.set("email", meant);
  const schema = applySchema(applyingTexts(APPLYING_LANGUAGE), textOf(body.get("questioned")));
  const { values, state } = await parseForm(body, schema, applyKeys);
  if (!values) return keepForm(context, formResponse(state, 400));
  if (await isFormLimited(context)) return keepForm(context, formResponse(state, 429));
  // From a page opened anew it is another: whoever has withdrawn can apply again in the same words.
  const identity = identifyForm(body.get(TOKEN_KEY), `application ${slug}`, values, "page");
  const sent = await sendApplication(context, slug, values, identity, APPLYING_LANGUAGE);
  // What was sent with another address since goes once more from here, as a form of its own.
  if (!sent.ok && sent.message === "application_replaced") body.delete(TOKEN_KEY);
  if (!sent.ok) return refuseApplicant(context, sent, state);
  wakeMailForApplicant(context, sent.value);
  return redirect(sentPath(sent.value), 303);
}

/** Page one: applying without an account, a script or a CV. */
export default function ApplyPage({ loaderData, actionData, params: { slug } }: Route.ComponentProps) {
  const texts = applyingTexts(APPLYING_LANGUAGE);
  const { form } = texts;
  const { job, title, isClosed } = loaderData;
  const heading = isClosed ? form.closedTitle : form.title(title);
  const said = sentText(actionData, "said");
  return (
    <>
      <FormHead title={heading} errors={isClosed ? undefined : actionData?.errors} />
      <PageHeader title={heading} lead={isClosed ? title : form.lead}>
        {!isClosed && (
          <p>
            <a href={applyPath(slug).replace(/\/apply$/, "")} className="alone">
              {form.back}
            </a>
          </p>
        )}
      </PageHeader>
      <div className="wrap section">
        <div className="form-column">
          {!job && !isClosed && <Unavailable />}
          {(job ?? (actionData && !isClosed)) && <ApplyForm texts={texts} />}
          {isClosed && said && (
            <>
              <p>{form.closed}</p>
              <blockquote className="said">
                <p>{said}</p>
              </blockquote>
            </>
          )}
          {isClosed && <JobsLink words={form.others} />}
        </div>
      </div>
    </>
  );
}
