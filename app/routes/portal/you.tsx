import { data } from "react-router";
import type { Route } from "./+types/you";
import { companyPath, notificationsPath, ownSettingsPath, passwordPath } from "~/content/navigation";
import { accessName } from "~/content/access";
import { OwnNameForm } from "~/features/company/company-forms";
import { WaysOut } from "~/features/company/company-parts";
import { editOwnName } from "~/features/company/company.server";
import { companyNotices } from "~/features/company/notices";
import { ownNameSchema } from "~/features/company/schema";
import { readableAddress } from "~/lib/schema/address";
import { formPageMeta } from "~/lib/http/meta";
import { changeByForm } from "~/pages/change";
import { companyChange, loadCompanyPage } from "~/pages/company";
import { ButtonLink } from "~/ui/forms/button";
import { SignInAgain } from "~/ui/forms/sign-in-again";
import { Part } from "~/ui/layout/part";
import { Unavailable } from "~/ui/layout/unavailable";
import { WorkPage } from "~/ui/layout/work/work-page";
import { Rows } from "~/ui/pieces/rows";

const TITLE = "You";
const LEAD = "What is yours alone: your name, your mails, your password.";

export const meta = () => formPageMeta(TITLE, LEAD);

export async function loader({ url, context }: Route.LoaderArgs) {
  const page = await loadCompanyPage(context, url);
  return data(page, { status: page.status });
}

/** Writes what somebody is called, on the version that was read. */
export function action({ context }: Route.ActionArgs) {
  return changeByForm(context, [ownNameSchema], (values) =>
    companyChange(context, {
      act: () => editOwnName(context, values),
      done: companyNotices.saved,
      path: ownSettingsPath,
    }),
  );
}

/** What somebody of a company sets for themselves. */
export default function YouPage({ loaderData, actionData }: Route.ComponentProps) {
  const { account, company, userId, status } = loaderData;
  const sent = actionData?.defaultValues;
  return (
    <WorkPage title={TITLE} lead={LEAD} documentTitle={TITLE} state={actionData}>
      <div className="work-aside">
        <div className="grid gap-8 content-start">
          {status === 401 && <SignInAgain />}
          {!company && status !== 401 && <Unavailable />}
          {(company ?? sent?.["own_name"]) !== undefined && (
            <Part id="own-name" title="Your name" className="narrow">
              <OwnNameForm
                own={company?.members.find(({ user_id }) => user_id === userId)}
                seen={String(sent?.["version"] ?? "")}
              />
            </Part>
          )}
        </div>
        <div className="grid gap-8 content-start">
          {company && account && (
            <Part id="account" title="Account">
              <Rows
                look="sheet"
                rows={[
                  ["Email", readableAddress(account.email)],
                  [
                    "Company",
                    <a key="company" href={companyPath}>
                      {company.company_name}
                    </a>,
                  ],
                  ["You are its", accessName(company.access).toLowerCase()],
                ]}
              />
              <p className="actions stacked mt-3">
                <ButtonLink href={notificationsPath} variant="outline">
                  Choose Your Mails
                </ButtonLink>
                <ButtonLink href={passwordPath} variant="outline">
                  Change Your Password
                </ButtonLink>
              </p>
            </Part>
          )}
          {company && (
            <Part id="out" title="Leaving">
              <WaysOut company={company} />
            </Part>
          )}
        </div>
      </div>
    </WorkPage>
  );
}
