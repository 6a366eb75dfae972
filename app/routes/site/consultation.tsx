import type { Route } from "./+types/consultation";
import { useLocation } from "react-router";
import { consultation } from "~/content/accounts";
import { company } from "~/content/company";
import { publicForms } from "~/content/public-forms";
import { industryIn, withIndustry } from "~/content/industries/asked";
import { ConsultationForm } from "~/features/enquiries/consultation-form";
import { saveForm } from "~/features/enquiries/enquiries.server";
import { consultationSchema } from "~/features/enquiries/schema";
import { formPageMeta } from "~/lib/http/meta";
import { loadVisitorPage, takeVisitorForm } from "~/lib/forms/visitor-form.server";
import { FormHead } from "~/ui/forms/form-head";
import { Part } from "~/ui/layout/part";
import { Index } from "~/ui/site/index-list";
import { PageHeader } from "~/ui/layout/page-header";
import { Section } from "~/ui/layout/site/section";
import { OfficePhoneHint } from "~/ui/pieces/office-phone";
import { FormAfter, ReceiptSection } from "~/ui/forms/receipt";
import { Ticks } from "~/ui/forms/ticks";

const form = publicForms.consultation;

export const handle = { hasForm: true };

export const meta = () => formPageMeta(consultation.title, consultation.lead);

export function action(args: Route.ActionArgs) {
  return takeVisitorForm(args, {
    ...form,
    schema: consultationSchema,
    save: (context, asked) =>
      saveForm(context, form.table, { ...asked, needs: withIndustry(asked.needs, args.url.search) }),
  });
}

export function loader(args: Route.LoaderArgs) {
  return loadVisitorPage(args, form.sent);
}

/** The consultation page (§2). */
export default function ConsultationPage({ loaderData: { phone, receipt }, actionData }: Route.ComponentProps) {
  const industry = industryIn(useLocation().search);
  return (
    <>
      <FormHead title={consultation.title} errors={actionData?.errors} />
      <PageHeader title={consultation.title} lead={consultation.lead} />
      {receipt && (
        <ReceiptSection receipt={receipt} sent="A request for a consultation" email={company.email} phone={phone} />
      )}
      <div className="wrap section split split-form">
        <Part id="consultation-form" title={consultation.formTitle} heading="mb-6 text-xl">
          {industry && <p className="mb-6">About {industry}</p>}
          <FormAfter receipt={receipt}>
            <ConsultationForm />
          </FormAfter>
          {phone && <OfficePhoneHint number={phone} />}
        </Part>
        <Part id="consultation-topics" title={consultation.topicsTitle} heading="text-xl" className="grid gap-4">
          <Ticks points={consultation.topics} />
        </Part>
      </div>
      <Section title={consultation.claimsTitle} ground="sand" isSplit>
        <Index items={consultation.claims} isWide />
      </Section>
    </>
  );
}
