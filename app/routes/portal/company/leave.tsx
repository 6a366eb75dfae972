import { data } from "react-router";
import type { Route } from "./+types/leave";
import { companyPath } from "~/content/navigation";
import { leaveCompany } from "~/features/company/company.server";
import { ContactChoice } from "~/features/company/contact-choice";
import { isLastOwner } from "~/features/company/members";
import { companyNotices } from "~/features/company/notices";
import { handOverPath } from "~/features/company/paths";
import { contactOf, leaveKeys, leaveSchema, NO_CONTACT, removalSchema } from "~/features/company/schema";
import { formContext, type Context } from "~/lib/http/context";
import { NO_ENTRIES } from "~/lib/forms/form";
import { formResponse, keepEntries } from "~/lib/forms/form.server";
import { makeChange } from "~/pages/change";
import { companyChange, loadCompanyPage } from "~/pages/company";
import { ButtonLink, SubmitOrCancel } from "~/ui/forms/button";
import { OwnedForm } from "~/ui/forms/owned-form";
import { SignInAgain } from "~/ui/forms/sign-in-again";
import { Unavailable } from "~/ui/layout/unavailable";
import { WorkPage } from "~/ui/layout/work/work-page";

const TITLE = "Leave the company";

export async function loader({ url, context }: Route.LoaderArgs) {
  const page = await loadCompanyPage(context, url);
  const { company, status } = page;
  // What was asked for stays, also while nobody can tell whose company it is.
  const sent = company ? undefined : readLeave(context);
  const leaving = company ? { company: company.id, name: company.company_name } : sent;
  return data({ ...page, leaving }, { status });
}

function readLeave(context: Context) {
  return leaveSchema.safeParse(Object.fromEntries(context.get(formContext))).data;
}

export async function action({ context }: Route.ActionArgs) {
  const leaving = readLeave(context);
  if (!leaving) return formResponse(NO_ENTRIES, 400);
  const body = context.get(formContext);
  const state = { ...keepEntries(body, leaveKeys), errors: {} };
  const next = removalSchema.safeParse(Object.fromEntries(body));
  if (!next.success) return formResponse({ ...state, errors: NO_CONTACT }, 400);
  const act = () => leaveCompany(context, leaving.company, contactOf(next.data));
  const done = companyNotices.left(leaving.name);
  return makeChange(context, { state, ...companyChange(context, { act, done, path: "/client-dashboard" }) });
}

/** Asks once before somebody leaves their company. */
export default function CompanyLeavePage({ loaderData, actionData }: Route.ComponentProps) {
  const { company, leaving, status, userId } = loaderData;
  const isLast = company !== undefined && isLastOwner(company);
  return (
    <WorkPage title={TITLE} documentTitle={TITLE} state={actionData} className="grid grid-cols-1 gap-5">
      {status === 401 && <SignInAgain />}
      {!leaving && <Unavailable />}
      {isLast && (
        <>
          <p>
            You are the only owner of <strong>{company.company_name}</strong>, and a company needs one. Make a colleague
            its owner first.
          </p>
          <p className="actions">
            <ButtonLink href={handOverPath}>Hand Over Ownership</ButtonLink>
            <ButtonLink href={companyPath} variant="outline">
              Back to Your Company
            </ButtonLink>
          </p>
        </>
      )}
      {leaving && !isLast && (
        <>
          <p>
            You will no longer see <strong>{leaving.name}</strong> or its requirements. Everything you filed and wrote
            stays with your colleagues. Your account stays: you can be invited again, or open a company of your own.
            {company?.access === "owner" && " Invitations you sent are revoked if they are still open."}
          </p>
          <OwnedForm noValidate className="form-column grid gap-5">
            <input type="hidden" name="company" value={leaving.company} />
            <input type="hidden" name="name" value={leaving.name} />
            <ContactChoice company={company} person={{ user_id: userId }} words="You are" state={actionData} />
            <SubmitOrCancel name="intent" value="leave" path={companyPath} cancel="Stay">
              Leave the Company{" "}
            </SubmitOrCancel>
          </OwnedForm>
        </>
      )}
    </WorkPage>
  );
}
