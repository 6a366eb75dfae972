import type { Route } from "./+types/edit";
import { correctContact, loadClient, saveTerms, type Client } from "~/features/clients/clients.server";
import {
  ContactForm,
  contactGroups,
  contactLabels,
  contactTexts,
  TermsForm,
  termsGroups,
  termsLabels,
  termsTexts,
} from "~/features/clients/edit-forms";
import { clientPath } from "~/features/clients/filters";
import { clientNotices } from "~/features/clients/notices";
import { contactSchema, termsSchema } from "~/features/clients/schema";
import { formContext, type Context } from "~/lib/http/context";
import { formPageMeta } from "~/lib/http/meta";
import { changeByForm } from "~/pages/change";
import { saveMerged, seenKeys, withTheirs } from "~/pages/merged-edit";
import { loadTeamRecord } from "~/pages/team";
import { requireId, withStatus } from "~/pages/page";
import { SignInAgain } from "~/ui/forms/sign-in-again";
import { Part } from "~/ui/layout/part";
import { Unavailable } from "~/ui/layout/unavailable";
import { WorkPage } from "~/ui/layout/work/work-page";

export const handle = { hasForm: true };

const TITLE = "Terms and contact";

const termsKeys = seenKeys({ single: Object.keys(termsLabels) });
const contactKeys = seenKeys({ single: Object.keys(contactLabels) });

export const meta = () => formPageMeta(TITLE, "On which terms we work for a company, and whom to ring.");

export async function loader({ params, url, context }: Route.LoaderArgs) {
  const id = requireId(params.id);
  const page = await loadTeamRecord(context, url, () => loadClient(context, id));
  return withStatus({ ...page, id });
}

/** What is saved of a company now, of which a form is about a part. */
async function loadPart<Part>(context: Context, id: string, part: (client: Client) => Part) {
  const found = await loadClient(context, id);
  return found.ok ? ({ ok: true, value: found.value && part(found.value) } as const) : found;
}

const NO_TERMS = { fee: null, replacement_days: null, payment_days: null, remarks: null, version: 0 };

/** Saves the terms or the contact on the version that was read, beside what a colleague has changed in other fields since. */
export function action({ params, context }: Route.ActionArgs) {
  const id = requireId(params.id);
  const body = context.get(formContext);
  const common = { notDone: clientNotices.notDone };
  if (body.get("intent") === "contact") {
    return changeByForm(context, [contactSchema, contactKeys], ({ version, ...entries }) => ({
      ...common,
      act: () =>
        saveMerged(
          {
            groups: contactGroups,
            textsOf: contactTexts,
            load: () => loadPart(context, id, ({ company }) => company),
            save: (seen, { full_name, phone }) => correctContact(context, id, { version: seen, full_name, phone }),
          },
          { body, keys: contactKeys, version, entries },
        ),
      failed: "contact not corrected",
      done: (theirs: string[]) => ({
        notice: withTheirs(clientNotices.contactSaved, contactLabels, theirs),
        path: clientPath(id),
      }),
    }));
  }
  return changeByForm(context, [termsSchema, termsKeys], ({ version, ...entries }) => ({
    ...common,
    act: () =>
      saveMerged(
        {
          groups: termsGroups,
          textsOf: termsTexts,
          load: () => loadPart(context, id, ({ terms }) => terms ?? NO_TERMS),
          save: (seen, { fee, replacement_days, payment_days, remarks }) =>
            saveTerms(context, id, { version: seen, fee, replacement_days, payment_days, remarks }),
        },
        { body, keys: termsKeys, version, entries },
      ),
    failed: "terms not saved",
    done: (theirs: string[]) => ({
      notice: withTheirs(clientNotices.termsSaved, termsLabels, theirs),
      path: clientPath(id),
    }),
  }));
}

/** What the team keeps of a company beside its requirements. */
export default function ClientEditPage({ loaderData: { answer, id }, actionData }: Route.ComponentProps) {
  const client = (answer.ok ? answer.value : null) ?? undefined;
  const lead = client?.company.company_name;
  const wasSent = (field: string) => actionData !== undefined && field in actionData.defaultValues;
  return (
    <WorkPage
      title={TITLE}
      {...(lead && { lead })}
      documentTitle={lead ? `${TITLE}: ${lead}` : TITLE}
      state={actionData}
      className="form-column grid gap-8"
    >
      {!client && (!answer.ok && answer.status === 401 ? <SignInAgain /> : <Unavailable />)}
      {(client || wasSent("fee")) && (
        <Part id="terms" title="Terms" heading="ruled">
          <TermsForm id={id} client={client} sent={actionData} />
        </Part>
      )}
      {(client || wasSent("phone")) && (
        <Part id="contact" title="Contact" heading="ruled">
          {client && client.company.contact_user_id !== null ? (
            <p className="hint">
              <bdi>{client.company.full_name ?? "One of their people"}</bdi> is one of the company&rsquo;s own people
              and changes name and number on their page.
            </p>
          ) : (
            <ContactForm id={id} client={client} sent={actionData} />
          )}
        </Part>
      )}
    </WorkPage>
  );
}
