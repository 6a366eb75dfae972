import { data } from "react-router";
import type { Route } from "./+types/edit";
import { companyPath } from "~/content/navigation";
import { companyEntries, CompanyForm, companyGroups, companyLabels } from "~/features/company/company-forms";
import { editCompany, loadCompany } from "~/features/company/company.server";
import { companyNotices } from "~/features/company/notices";
import { OwnersOnly } from "~/features/company/owners-only";
import { companySchema } from "~/features/company/schema";
import { formContext } from "~/lib/http/context";
import { formPageMeta } from "~/lib/http/meta";
import { changeByForm } from "~/pages/change";
import { saveMerged, seenKeys, withTheirs } from "~/pages/merged-edit";
import { companyChange, loadCompanyPage } from "~/pages/company";
import { SignInAgain } from "~/ui/forms/sign-in-again";
import { Unavailable } from "~/ui/layout/unavailable";
import { WorkPage } from "~/ui/layout/work/work-page";

const TITLE = "Edit your company's profile";

const keys = seenKeys({ single: Object.keys(companyLabels) });

export const meta = () => formPageMeta(TITLE, "Name, contact and number.");

export async function loader({ url, context }: Route.LoaderArgs) {
  const page = await loadCompanyPage(context, url);
  const isRefused = page.company !== undefined && page.company.access !== "owner";
  return data(page, { status: isRefused ? 403 : page.status });
}

/** Saves it on the version that was read, beside what a colleague has changed in other fields since. */
export function action({ context }: Route.ActionArgs) {
  const body = context.get(formContext);
  return changeByForm(context, [companySchema, keys], ({ version, ...entries }) =>
    companyChange(context, {
      act: () =>
        saveMerged(
          {
            groups: companyGroups,
            textsOf: companyEntries,
            load: () => loadCompany(context),
            save: (seen, { company_name, full_name, phone }) =>
              editCompany(context, { version: seen, company_name, full_name, phone }),
          },
          { body, keys, version, entries },
        ),
      done: (theirs) => withTheirs(companyNotices.saved, companyLabels, theirs),
      path: companyPath,
    }),
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
