import type { Route } from "./+types/contact";
import { company } from "~/content/company";
import { contact } from "~/content/contact";
import { publicForms } from "~/content/public-forms";
import { ContactForm } from "~/features/enquiries/contact-form";
import { saveForm } from "~/features/enquiries/enquiries.server";
import { contactSchema } from "~/features/enquiries/schema";
import { formPageMeta } from "~/lib/http/meta";
import { loadVisitorPage, takeVisitorForm } from "~/lib/forms/visitor-form.server";
import { FormHead } from "~/ui/forms/form-head";
import { PageHeader } from "~/ui/layout/page-header";
import { FormAfter, ReceiptSection } from "~/ui/forms/receipt";
import { Ticks } from "~/ui/forms/ticks";
import { Part } from "~/ui/layout/part";
import { Doors } from "~/ui/site/doors";
import { OfficePhone } from "~/ui/pieces/office-phone";

const form = publicForms.contact;

export const handle = { hasForm: true };

export const meta = () => formPageMeta(contact.title, contact.lead);

export function action(args: Route.ActionArgs) {
  return takeVisitorForm(args, {
    ...form,
    schema: contactSchema,
    save: (context, message) => saveForm(context, form.table, message),
  });
}

export function loader(args: Route.LoaderArgs) {
  return loadVisitorPage(args, form.sent);
}

/** The contact page (§2). */
export default function ContactPage({ loaderData: { phone, receipt }, actionData }: Route.ComponentProps) {
  return (
    <>
      <FormHead title={contact.title} errors={actionData?.errors} />
      <PageHeader title={contact.title} lead={contact.lead} />
      {receipt && <ReceiptSection receipt={receipt} sent="A message" email={company.email} phone={phone} />}
      {!receipt && !actionData && <Doors title={contact.doorsTitle} doors={contact.doors} />}
      <div className="wrap section split split-form">
        <Part id="get-in-touch" title={contact.formTitle} heading="mb-6 text-xl">
          <FormAfter receipt={receipt}>
            <ContactForm />
          </FormAfter>
        </Part>
        <aside className="grid gap-8 content-start">
          <div className="grid gap-1">
            <h2 className="max-w-none text-lg">{company.name}</h2>
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
          <div className="grid gap-1">
            <h2 className="text-lg">{contact.hoursTitle}</h2>
            <p>{company.hours}</p>
          </div>
          <div className="grid gap-3">
            <h2 className="text-lg">{contact.reasonsTitle}</h2>
            <Ticks points={contact.reasons} />
          </div>
        </aside>
      </div>
    </>
  );
}
