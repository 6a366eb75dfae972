import { redirect } from "react-router";
import type { Route } from "./+types/hire-talent";
import { titled } from "~/content/company";
import { postJob } from "~/features/job-posting/job-posting.server";
import { JobPostingForm } from "~/features/job-posting/job-posting-form";
import { jobPostingMessages } from "~/features/job-posting/messages";
import { jobPostingKeys, jobPostingSchema, requiredJobPostingKeys } from "~/features/job-posting/schema";
import { formContext } from "~/lib/context";
import { hasErrors } from "~/lib/form";
import { formResponse, parseForm } from "~/lib/form.server";
import { logContext } from "~/lib/log.server";
import { pageMeta } from "~/lib/meta";
import { notify } from "~/lib/toast.server";
import { ButtonLink } from "~/ui/button";
import { FormTitle } from "~/ui/form-title";
import { PageHeader } from "~/ui/page-header";

const TITLE = "Hire Talent";
const LEAD = "Tell us about the role. We review it and come back to you within 48 hours.";

export function meta() {
  return pageMeta(LEAD);
}

export async function action({ context }: Route.ActionArgs) {
  const { values, state } = await parseForm(context.get(formContext), jobPostingSchema, jobPostingKeys);
  if (!values) {
    if (requiredJobPostingKeys.some((key) => !String(state.defaultValues[key]).trim())) {
      notify(context, jobPostingMessages.missing);
    }
    return formResponse(state, 400);
  }
  const result = await postJob(values);
  if (!result.ok) {
    context.get(logContext).error({ reason: result.message }, "job posting not saved");
    notify(context, jobPostingMessages.failed);
    return formResponse(state, result.status);
  }
  notify(context, jobPostingMessages.posted);
  return redirect("/hire-talent");
}

/** The hiring page with its job posting form (§2). */
export default function HireTalentPage({ actionData }: Route.ComponentProps) {
  return (
    <>
      <FormTitle title={titled(TITLE)} hasErrors={hasErrors(actionData)} />
      <PageHeader title={TITLE} lead={LEAD}>
        <p className="mt-8 flex flex-wrap gap-3">
          <ButtonLink href="#post-a-job">Post a Job</ButtonLink>
          <ButtonLink href="/contact" variant="outline">
            Contact Us
          </ButtonLink>
        </p>
      </PageHeader>
      <section id="post-a-job" className="wrap pb-16" aria-labelledby="post-a-job-title">
        <div className="card">
          <h2 id="post-a-job-title" className="mb-6">
            Post a Job
          </h2>
          <JobPostingForm />
        </div>
      </section>
    </>
  );
}
