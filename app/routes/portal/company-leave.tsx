import { data, Form } from "react-router";
import type { Route } from "./+types/company-leave";
import { titled } from "~/content/company";
import { companyPath } from "~/content/navigation";
import { leaveCompany } from "~/features/company/company.server";
import { isLastOwner } from "~/features/company/members";
import { companyMessages } from "~/features/company/messages";
import { handOverPath } from "~/features/company/paths";
import { leaveSchema } from "~/features/company/schema";
import { formContext } from "~/lib/context";
import { NO_ENTRIES } from "~/lib/form";
import { formResponse } from "~/lib/form.server";
import { askCompany, changeCompany } from "~/middleware/company";
import { arrivals, guardPages } from "~/middleware/portal";
import { Button, ButtonLink } from "~/ui/button";
import { PageHeader } from "~/ui/page-header";
import { Unavailable } from "~/ui/unavailable";

export const handle = { isPrivate: true };

export const middleware: Route.MiddlewareFunction[] = [arrivals, guardPages];

const TITLE = "Leave the company";

export function meta() {
  return [{ title: titled(TITLE) }];
}

export async function loader({ url, context }: Route.LoaderArgs) {
  const { status, ...page } = await askCompany(context, url);
  return data(page, { status });
}

export async function action({ context }: Route.ActionArgs) {
  const body = context.get(formContext);
  const entries = leaveSchema.safeParse(Object.fromEntries(body));
  if (!entries.success) return formResponse(NO_ENTRIES, 400);
  const name = body.get("name");
  return changeCompany(context, {
    state: NO_ENTRIES,
    act: () => leaveCompany(context, entries.data.company),
    done: companyMessages.left(typeof name === "string" ? name : "the company"),
    path: "/client-dashboard",
  });
}

/** Asks once before somebody leaves their company. */
export default function CompanyLeavePage({ loaderData: { company } }: Route.ComponentProps) {
  return (
    <div className="pb-16">
      <PageHeader title={TITLE} isWork />
      <div className="wrap grid grid-cols-1 gap-5">
        {!company && <Unavailable />}
        {company && isLastOwner(company) && (
          <>
            <p>
              You are the only owner of <strong>{company.company_name}</strong>, and a company needs one. Make somebody
              else its owner first.
            </p>
            <p className="actions">
              <ButtonLink href={handOverPath}>Hand over ownership</ButtonLink>
              <ButtonLink href={companyPath} variant="outline">
                Back to your company
              </ButtonLink>
            </p>
          </>
        )}
        {company && !isLastOwner(company) && (
          <>
            <p>
              You will no longer see <strong>{company.company_name}</strong> or its requirements. What you have filed
              and written stays with the company, and your colleagues go on with it. Your account stays: you can be
              invited again, or open a company of your own.
              {company.access === "owner" && " Invitations of yours that nobody has accepted are revoked."}
            </p>
            <Form method="post" className="actions">
              <input type="hidden" name="company" value={company.id} />
              <input type="hidden" name="name" value={company.company_name} />
              <Button name="intent" value="leave">
                Leave the company
              </Button>
              <ButtonLink href={companyPath} variant="outline">
                Stay
              </ButtonLink>
            </Form>
          </>
        )}
      </div>
    </div>
  );
}
