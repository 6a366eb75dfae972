import type { Route } from "./+types/contact";
import { company, titled } from "~/content/company";
import { ContactForm } from "~/features/enquiries/contact-form";
import { sendContactMessage } from "~/features/enquiries/enquiries.server";
import { contactMessages } from "~/features/enquiries/messages";
import { contactKeys, contactSchema } from "~/features/enquiries/schema";
import { env } from "~/lib/config/env.server";
import { pageMeta } from "~/lib/http/meta";
import { takeVisitorForm } from "~/lib/forms/visitor-form.server";
import { FormHead } from "~/ui/forms/form-head";
import { PageHeader } from "~/ui/layout/page-header";
import { Ticks } from "~/ui/forms/ticks";

export const handle = { hasForm: true, sent: contactMessages.sent };

const LEAD = "Tell us whom you need. We answer within 24 hours.";

export function meta() {
  return pageMeta(titled("Contact"), LEAD, true);
}

export function action(args: Route.ActionArgs) {
  return takeVisitorForm(args, {
    name: "contact message",
    schema: contactSchema,
    keys: contactKeys,
    save: sendContactMessage,
    messages: contactMessages,
    path: "/contact",
  });
}

/** The office's number, where the operator has set one; else the masked one stands there (§1). */
export function loader() {
  return { phone: env.OFFICE_PHONE };
}

/** A number to be pressed, for a call and for WhatsApp. */
function OfficePhone({ number }: { number: string }) {
  const digits = number.replaceAll(/\D/g, "");
  return (
    <>
      <p>
        <a href={`tel:+${digits}`} className="alone">
          {number}
        </a>
      </p>
      <p>
        <a href={`https://wa.me/${digits}`} rel="noopener" className="alone">
          Write by WhatsApp
        </a>
      </p>
      <p className="hint">No e-mail? Ring us.</p>
    </>
  );
}

const REASONS = [
  "AI-powered recruitment technology",
  "24/7 global support across time zones",
  "Dedicated client success teams",
  "10,000+ placements",
];

/** The contact page (§2). */
export default function ContactPage({ loaderData: { phone }, actionData }: Route.ComponentProps) {
  return (
    <>
      <FormHead title={titled("Contact")} errors={actionData?.errors} />
      <PageHeader title="Contact" lead={LEAD} />
      <div className="wrap section split split-form">
        <section aria-labelledby="get-in-touch">
          <h2 id="get-in-touch" className="mb-6 text-xl">
            Get in Touch
          </h2>
          <ContactForm />
        </section>
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
            {phone ? <OfficePhone number={phone} /> : <p>{company.phone}</p>}
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
