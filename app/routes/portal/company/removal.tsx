import { data, redirect } from "react-router";
import type { Route } from "./+types/removal";
import { accessName } from "~/content/access";
import { companyPath } from "~/content/navigation";
import { removeMember } from "~/features/company/company.server";
import { ContactChoice } from "~/features/company/contact-choice";
import { nameOf } from "~/features/company/members";
import { companyNotices } from "~/features/company/notices";
import { OwnersOnly } from "~/features/company/owners-only";
import { leavePath } from "~/features/company/paths";
import { contactOf, NO_CONTACT, removalKeys, removalSchema } from "~/features/company/schema";
import { formContext } from "~/lib/http/context";
import { NO_ENTRIES } from "~/lib/forms/form";
import { formResponse, keepEntries } from "~/lib/forms/form.server";
import { makeChange } from "~/pages/change";
import { requireOwnId } from "~/pages/client";
import { companyChange, loadCompanyPage } from "~/pages/company";
import { throwNotFound } from "~/pages/page";
import { SubmitOrCancel } from "~/ui/forms/button";
import { OwnedForm } from "~/ui/forms/owned-form";
import { SignInAgain } from "~/ui/forms/sign-in-again";
import { Unavailable } from "~/ui/layout/unavailable";
import { WorkPage } from "~/ui/layout/work/work-page";

const TITLE = "Remove from the company";

/** Their name, as the form that was sent has it. */
function namedIn(body: FormData): string | undefined {
  const name = body.get("name");
  return typeof name === "string" ? name : undefined;
}

export async function loader({ params, url, context }: Route.LoaderArgs) {
  const id = await requireOwnId(context, url, params.id);
  const { status, ...page } = await loadCompanyPage(context, url);
  const { company } = page;
  const person = company?.members.find(({ user_id }) => user_id === id);
  if (company && !person) return throwNotFound(page);
  if (person?.user_id === page.userId) throw redirect(leavePath);
  const isRefused = company !== undefined && company.access !== "owner";
  // What was asked for stays, also while nobody can tell of whom.
  const name = person ? nameOf(person) : namedIn(context.get(formContext));
  return data({ ...page, status, person, name }, { status: isRefused ? 403 : status });
}

export async function action({ params, url, context }: Route.ActionArgs) {
  const id = await requireOwnId(context, url, params.id);
  const body = context.get(formContext);
  // Asked of the contact alone.
  const entries = removalSchema.safeParse(Object.fromEntries(body));
  if (!entries.success) return formResponse({ ...NO_ENTRIES, errors: NO_CONTACT }, 400);
  const state = { ...keepEntries(body, removalKeys), errors: {} };
  const act = () => removeMember(context, id, contactOf(entries.data));
  const done = companyNotices.removed(namedIn(body) ?? "They");
  return makeChange(context, { state, ...companyChange(context, { act, done, path: companyPath }) });
}

/** Asks once before a colleague is taken out of the company. */
export default function CompanyRemovalPage({ loaderData, actionData }: Route.ComponentProps) {
  const { company, person, name, status } = loaderData;
  const hasForm = company ? company.access === "owner" : name !== undefined;
  return (
    <WorkPage title={TITLE} documentTitle={TITLE} state={actionData} className="grid grid-cols-1 gap-5">
      {status === 401 && <SignInAgain />}
      {!company && !hasForm && <Unavailable />}
      {company && company.access !== "owner" && <OwnersOnly company={company} />}
      {hasForm && (
        <>
          <p>
            <strong>{name}</strong>
            {person && `, ${accessName(person.access).toLowerCase()},`} will no longer see{" "}
            {company?.company_name ?? "your company"} or its requirements, and is told by mail. Everything they filed
            and wrote stays with the company. Their account stays their own. Open invitations they sent are revoked.
          </p>
          <OwnedForm noValidate className="form-column grid gap-5">
            <input type="hidden" name="name" value={name} />
            <ContactChoice company={company} person={person} words={`${name} is`} state={actionData} />
            <SubmitOrCancel name="intent" value="remove" path={companyPath} cancel="Keep">
              Remove {name}
            </SubmitOrCancel>
          </OwnedForm>
        </>
      )}
    </WorkPage>
  );
}
