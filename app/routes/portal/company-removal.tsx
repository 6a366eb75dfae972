import { data, Form, redirect } from "react-router";
import type { Route } from "./+types/company-removal";
import { accessName } from "~/content/access";
import { titled } from "~/content/company";
import { companyPath } from "~/content/navigation";
import { removeMember } from "~/features/company/company.server";
import { nameOf } from "~/features/company/members";
import { companyMessages } from "~/features/company/messages";
import { OwnersOnly } from "~/features/company/owners-only";
import { leavePath } from "~/features/company/paths";
import { NOBODY, removalKeys, removalSchema } from "~/features/company/schema";
import { formContext } from "~/lib/http/context";
import { NO_ENTRIES } from "~/lib/forms/form";
import { formResponse, keepEntries } from "~/lib/forms/form.server";
import { requireOwnId } from "~/pages/client";
import { loadCompanyPage, changeCompany } from "~/pages/company";
import { authCallback, guardPages } from "~/middleware/portal";
import { throwNotFound } from "~/pages/team";
import { Button, ButtonLink } from "~/ui/forms/button";
import { FormHead } from "~/ui/forms/form-head";
import { LabelledSelect } from "~/ui/forms/labelled";
import { PageHeader } from "~/ui/layout/page-header";
import { SignInAgain } from "~/ui/forms/sign-in-again";
import { Unavailable } from "~/ui/layout/unavailable";

export const handle = { isPrivate: true };

export const middleware: Route.MiddlewareFunction[] = [authCallback, guardPages];

const TITLE = "Remove from the company";

export function meta() {
  return [{ title: titled(TITLE) }];
}

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
  if (!entries.success) {
    const message = "Choose the new contact, or nobody";
    return formResponse({ ...NO_ENTRIES, errors: { contact: { type: "validation", message } } }, 400);
  }
  const { contact = NOBODY } = entries.data;
  return changeCompany(context, {
    state: { ...keepEntries(body, removalKeys), errors: {} },
    act: () => removeMember(context, id, contact === NOBODY ? null : contact),
    done: companyMessages.removed(namedIn(body) ?? "They"),
    path: companyPath,
  });
}

/** Asks once before a colleague is taken out of the company. */
export default function CompanyRemovalPage({ loaderData, actionData }: Route.ComponentProps) {
  const { company, person, name, status } = loaderData;
  const isContact = person !== undefined && company?.contact_user_id === person.user_id;
  const others = (company?.members ?? [])
    .filter(({ user_id, full_name }) => user_id !== person?.user_id && full_name !== null)
    .map((member): [string, string] => [member.user_id, nameOf(member)]);
  const hasForm = company ? company.access === "owner" : name !== undefined;
  return (
    <div className="pb-16">
      <FormHead title={titled(TITLE)} errors={actionData?.errors} />
      <PageHeader title={TITLE} isWork />
      <div className="wrap grid grid-cols-1 gap-5">
        {status === 401 && <SignInAgain />}
        {!company && !hasForm && <Unavailable />}
        {company && company.access !== "owner" && <OwnersOnly company={company} />}
        {hasForm && (
          <>
            <p>
              <strong>{name}</strong>
              {person && `, ${accessName(person.access).toLowerCase()},`} will no longer see{" "}
              {company?.company_name ?? "your company"} or its requirements, and is told by mail. What they have filed
              and written stays with the company, and you go on with it. Their account stays their own; what they have
              invited and nobody has accepted is revoked.
            </p>
            <Form method="post" noValidate className="form-column grid gap-5">
              <input type="hidden" name="name" value={name} />
              {isContact && (
                <>
                  <p>
                    {name} is also your company&apos;s <strong>contact</strong>, whom our team writes to and rings:
                    their name and number go with them.
                  </p>
                  <LabelledSelect
                    name="contact"
                    label="Who is the contact then"
                    options={[...others, [NOBODY, "Nobody for now"]]}
                    value={String(actionData?.defaultValues["contact"] ?? "")}
                    empty="Choose"
                    error={actionData?.errors["contact"]?.message}
                  />
                </>
              )}
              <div className="actions">
                <Button name="intent" value="remove">
                  Remove {name}
                </Button>
                <ButtonLink href={companyPath} variant="outline">
                  Keep
                </ButtonLink>
              </div>
            </Form>
          </>
        )}
      </div>
    </div>
  );
}
