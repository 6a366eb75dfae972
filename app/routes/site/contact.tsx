import type { Route } from "./+types/contact";
import { company } from "~/content/company";
import { ContactForm } from "~/features/enquiries/contact-form";
import { sendContactMessage } from "~/features/enquiries/enquiries.server";
import { contactNotices } from "~/features/enquiries/notices";
import { ANSWERED_WITHIN, contactSchema } from "~/features/enquiries/schema";
import { formPageMeta } from "~/lib/http/meta";
import { loadVisitorPage, takeVisitorForm } from "~/lib/forms/visitor-form.server";
import { FormHead } from "~/ui/forms/form-head";
import { PageHeader } from "~/ui/layout/page-header";
import { ReceiptSection } from "~/ui/forms/receipt";
import { Ticks } from "~/ui/forms/ticks";
import { Part } from "~/ui/layout/part";
import { OfficePhone } from "~/ui/pieces/office-phone";

export const handle = { hasForm: true };

const LEAD = "Tell us whom you need. We answer within 24 hours.";

export const meta = () => formPageMeta("Contact", LEAD);

export function action(args: Route.ActionArgs) {
  return takeVisitorForm(args, {
    name: "contact message",
    schema: contactSchema,
    save: sendContactMessage,
    failed: contactNotices.failed,
    path: "/contact",
    hours: ANSWERED_WITHIN,
  });
}

export function loader(args: Route.LoaderArgs) {
  return loadVisitorPage(args, contactNotices.sent);
}

const REASONS = [
  "AI-powered recruitment technology",
  "24/7 global support across time zones",
  "Dedicated client success teams",
  "10,000+ placements",
];

/** The contact page (§2). */
export default function ContactPage({ loaderData: { phone, receipt }, actionData }: Route.ComponentProps) {
  return (
    <>
      <FormHead title="Contact" errors={actionData?.errors} />
      <PageHeader title="Contact" lead={LEAD} />
      {receipt && <ReceiptSection receipt={receipt} sent="A message" phone={phone} />}
      <div className="wrap section split split-form">
        <Part id="get-in-touch" title="Get in Touch" heading="mb-6 text-xl">
          <ContactForm />
        </Part>
        <aside className="grid gap-8 content-start">
          <div className="grid gap-1">
            <h2 className="text-lg">{company.name}</h2>
            <p>
              {company.city}, {company.country}
            </p>
            <p>
              <a href={`mailto:${company.email}`} className="alone">
                {company.email}
              </a>
            </p>
            {/* The masked one is the specification's (§1). */}
            {phone ? <OfficePhone number={phone} hasHint /> : <p>{company.phone}</p>}
          </div>
          <div className="grid gap-3">
            <h2 className="text-lg">Why Partner with Us</h2>
            <Ticks points={REASONS} />
          </div>
        </aside>
      </div>
    </>
  );
}
