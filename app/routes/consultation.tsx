import { redirect } from "react-router";
import type { Route } from "./+types/consultation";
import { consultation } from "~/content/accounts";
import { titled } from "~/content/company";
import { ConsultationForm } from "~/features/enquiries/consultation-form";
import { requestConsultation } from "~/features/enquiries/enquiries.server";
import { consultationMessages } from "~/features/enquiries/messages";
import { consultationKeys, consultationSchema } from "~/features/enquiries/schema";
import { formContext } from "~/lib/context";
import { hasErrors } from "~/lib/form";
import { formResponse, parseForm } from "~/lib/form.server";
import { logContext } from "~/lib/log.server";
import { pageMeta } from "~/lib/meta";
import { isTooMany } from "~/lib/rate-limit.server";
import { notify } from "~/lib/toast.server";
import { CardGrid } from "~/ui/card-grid";
import { FormTitle } from "~/ui/form-title";
import { PageHeader } from "~/ui/page-header";
import { Section } from "~/ui/section";
import { Ticks } from "~/ui/ticks";

export function meta() {
  return pageMeta(titled(consultation.title), consultation.lead, true);
}

export async function action({ request, context }: Route.ActionArgs) {
  const { values, state } = await parseForm(context.get(formContext), consultationSchema, consultationKeys);
  if (!values) return formResponse(state, 400);
  if (await isTooMany(context, request)) return formResponse(state, 429);
  const result = await requestConsultation(values);
  if (!result.ok) {
    context.get(logContext).error({ reason: result.message }, "consultation not saved");
    notify(context, consultationMessages.failed);
    return formResponse(state, result.status);
  }
  notify(context, consultationMessages.sent);
  return redirect("/consultation");
}

/** The consultation page (§2). */
export default function ConsultationPage({ actionData }: Route.ComponentProps) {
  return (
    <>
      <FormTitle title={titled(consultation.title)} hasErrors={hasErrors(actionData)} />
      <PageHeader title={consultation.title} lead={consultation.lead} />
      <div className="wrap split pb-12">
        <section className="card" aria-labelledby="consultation-form">
          <h2 id="consultation-form" className="mb-6 text-xl">
            {consultation.formTitle}
          </h2>
          <ConsultationForm />
        </section>
        <section className="card grid gap-4" aria-labelledby="consultation-topics">
          <h2 id="consultation-topics" className="text-xl">
            {consultation.topicsTitle}
          </h2>
          <Ticks points={consultation.topics} />
        </section>
      </div>
      <Section title={consultation.claimsTitle} tinted>
        <CardGrid cards={consultation.claims} />
      </Section>
    </>
  );
}
