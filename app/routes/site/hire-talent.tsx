import type { Route } from "./+types/hire-talent";
import { useLocation } from "react-router";
import { company } from "~/content/company";
import { hiring } from "~/content/hiring";
import { publicForms } from "~/content/public-forms";
import { industryIn, withIndustry } from "~/content/industries/asked";
import { saveForm } from "~/features/enquiries/enquiries.server";
import { ExampleSection } from "~/features/candidates/example-section";
import { JobPostingForm } from "~/features/job-posting/job-posting-form";
import { missingNotice } from "~/features/job-posting/notices";
import { jobPostingSchema, requiredJobPostingKeys } from "~/features/job-posting/schema";
import type { FormState } from "~/lib/forms/form";
import { formPageMeta } from "~/lib/http/meta";
import { loadVisitorPage, takeVisitorForm } from "~/lib/forms/visitor-form.server";
import { ButtonLink } from "~/ui/forms/button";
import { Street } from "~/ui/drawings/street";
import { FormHead } from "~/ui/forms/form-head";
import { FormAfter, ReceiptSection } from "~/ui/forms/receipt";
import { Hero } from "~/ui/site/hero";
import { Index } from "~/ui/site/index-list";
import { OfficePhoneHint } from "~/ui/pieces/office-phone";
import { PageHeader } from "~/ui/layout/page-header";
import { Section } from "~/ui/layout/site/section";
import { Steps } from "~/ui/site/steps";

const form = publicForms.posting;

export const handle = { hasForm: true };

export const meta = () => formPageMeta(hiring.title, hiring.lead);

/** The catalogue has a notice for a required field that is missing (§5), and none for other mistakes. */
function noticeFor({ defaultValues }: FormState) {
  const isMissing = requiredJobPostingKeys.some((key) => !String(defaultValues[key]).trim());
  return isMissing ? missingNotice : undefined;
}

export function action(args: Route.ActionArgs) {
  return takeVisitorForm(args, {
    ...form,
    schema: jobPostingSchema,
    save: (context, posting) =>
      saveForm(context, form.table, {
        ...posting,
        job_description: withIndustry(posting.job_description, args.url.search),
      }),
    onInvalid: noticeFor,
  });
}

export function loader(args: Route.LoaderArgs) {
  return loadVisitorPage(args, form.sent);
}

/** What the page says before its form. */
function Introduction() {
  return (
    <>
      <Hero
        title={hiring.title}
        lead={hiring.lead}
        figures={hiring.statistics}
        picture={<Street houses={["mass-hiring"]} />}
      >
        <ButtonLink href="#post-a-job">{hiring.post}</ButtonLink>
        <ButtonLink href={hiring.contact.path} variant="outline">
          {hiring.contact.label}
        </ButtonLink>
      </Hero>
      <Section title={hiring.solutionsTitle} isSplit>
        <Index items={hiring.solutions} />
      </Section>
      <ExampleSection page="hiring" />
      <Section title={hiring.stepsTitle} ground="night">
        <Steps steps={hiring.steps} />
      </Section>
    </>
  );
}

/** The hiring page with its job posting form (§2). */
export default function HireTalentPage({ loaderData: { phone, receipt }, actionData }: Route.ComponentProps) {
  const industry = industryIn(useLocation().search);
  return (
    <>
      <FormHead title={hiring.title} errors={actionData?.errors} />
      {/* A form that came back, or was taken, is what the visitor came for: nothing stands between them and it. */}
      {(actionData ?? receipt) ? <PageHeader title={hiring.title} lead={hiring.lead} /> : <Introduction />}
      {receipt && <ReceiptSection receipt={receipt} sent="A job posting" email={company.email} phone={phone} />}
      <Section id="post-a-job" title={hiring.post}>
        {industry && <p className="lead">For {industry}</p>}
        <FormAfter receipt={receipt}>
          <JobPostingForm />
        </FormAfter>
        {phone && <OfficePhoneHint number={phone} />}
        <p>
          {hiring.account.text} <a href={hiring.account.path}>{hiring.account.label}</a>
        </p>
      </Section>
    </>
  );
}
