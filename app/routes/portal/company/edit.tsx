import { data } from "react-router";
import type { Route } from "./+types/edit";
import { companyPath } from "~/content/navigation";
import { CompanyForm } from "~/features/company/company-forms";
import { editCompany } from "~/features/company/company.server";
import { companyNotices } from "~/features/company/notices";
import { OwnersOnly } from "~/features/company/owners-only";
import { companySchema } from "~/features/company/schema";
import { formPageMeta } from "~/lib/http/meta";
import { changeByForm } from "~/pages/change";
import { companyChange, loadCompanyPage } from "~/pages/company";
import { SignInAgain } from "~/ui/forms/sign-in-again";
import { Unavailable } from "~/ui/layout/unavailable";
import { WorkPage } from "~/ui/layout/work/work-page";

const TITLE = "Edit your company's profile";

export const meta = () => formPageMeta(TITLE, "Name, contact and number.");

export async function loader({ url, context }: Route.LoaderArgs) {
  const page = await loadCompanyPage(context, url);
  const isRefused = page.company !== undefined && page.company.access !== "owner";
  return data(page, { status: isRefused ? 403 : page.status });
}

/** Saves it on the version that was read; a stale one is refused, and the page shows what is saved now. */
export function action({ context }: Route.ActionArgs) {
  return changeByForm(context, [companySchema], (values) =>
    companyChange(context, { act: () => editCompany(context, values), done: companyNotices.saved, path: companyPath }),
  );
}

/** The company's profile, for its owners to change. */
export default function CompanyEditPage({ loaderData: { company, status }, actionData }: Route.ComponentProps) {
  const isOwner = company?.access === "owner";
  return (
    <WorkPage title={TITLE} documentTitle={TITLE} state={actionData} className="form-column grid gap-6">
      {status === 401 && <SignInAgain />}
      {!company && status !== 401 && <Unavailable />}
      {company && !isOwner && <OwnersOnly company={company} />}
      {(isOwner || (!company && actionData)) && <CompanyForm company={company} sent={actionData} />}
    </WorkPage>
  );
}
