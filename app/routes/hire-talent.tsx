import { redirect } from "react-router";
import type { Route } from "./+types/hire-talent";
import { titled } from "~/content/company";
import { hiring } from "~/content/hiring";
import { postJob } from "~/features/job-posting/job-posting.server";
import { JobPostingForm } from "~/features/job-posting/job-posting-form";
import { jobPostingMessages } from "~/features/job-posting/messages";
import { jobPostingKeys, jobPostingSchema, requiredJobPostingKeys } from "~/features/job-posting/schema";
import { formContext } from "~/lib/context";
import { hasErrors } from "~/lib/form";
import { formResponse, parseForm } from "~/lib/form.server";
import { logContext } from "~/lib/log.server";
import { pageMeta } from "~/lib/meta";
import { isTooMany } from "~/lib/rate-limit.server";
import { notify } from "~/lib/toast.server";
import { ButtonLink } from "~/ui/button";
import { CardGrid } from "~/ui/card-grid";
import { FormTitle } from "~/ui/form-title";
import { Hero } from "~/ui/hero";
import { PageHeader } from "~/ui/page-header";
import { Section } from "~/ui/section";
import { Steps } from "~/ui/steps";

export function meta() {
  return pageMeta(titled(hiring.title), hiring.lead, true);
}

export async function action({ request, context }: Route.ActionArgs) {
  const { values, state } = await parseForm(context.get(formContext), jobPostingSchema, jobPostingKeys);
  if (!values) {
    if (requiredJobPostingKeys.some((key) => !String(state.defaultValues[key]).trim())) {
      notify(context, jobPostingMessages.missing);
    }
    return formResponse(state, 400);
  }
  if (await isTooMany(context, request)) return formResponse(state, 429);
  const result = await postJob(values);
  if (!result.ok) {
    context.get(logContext).error({ reason: result.message }, "job posting not saved");
    notify(context, jobPostingMessages.failed);
    return formResponse(state, result.status);
  }
  notify(context, jobPostingMessages.posted);
  return redirect("/hire-talent");
}

/** What the page says before its form. */
function Introduction() {
  return (
    <>
      <Hero title={hiring.title} lead={hiring.lead} figures={hiring.statistics}>
        <ButtonLink href="#post-a-job">{hiring.post}</ButtonLink>
        <ButtonLink href={hiring.contact.path} variant="outline">
          {hiring.contact.label}
        </ButtonLink>
      </Hero>
      <Section title={hiring.solutionsTitle}>
        <CardGrid cards={hiring.solutions} isSmall />
      </Section>
      <Section title={hiring.stepsTitle} tinted>
        <Steps steps={hiring.steps} />
      </Section>
    </>
  );
}

/** The hiring page with its job posting form (§2). */
export default function HireTalentPage({ actionData }: Route.ComponentProps) {
  return (
    <>
      <FormTitle title={titled(hiring.title)} hasErrors={hasErrors(actionData)} />
      {/* A form that came back is what the visitor came for: nothing stands between them and it. */}
      {actionData ? <PageHeader title={hiring.title} lead={hiring.lead} /> : <Introduction />}
      <Section id="post-a-job" title={hiring.post}>
        <div className="card">
          <JobPostingForm />
        </div>
      </Section>
    </>
  );
}
