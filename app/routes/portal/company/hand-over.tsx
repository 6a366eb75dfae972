import { data } from "react-router";
import type { Route } from "./+types/hand-over";
import { accessName } from "~/content/access";
import { companyPath } from "~/content/navigation";
import { handOverCompany, type Member } from "~/features/company/company.server";
import { nameOf } from "~/features/company/members";
import { companyNotices } from "~/features/company/notices";
import { OwnersOnly } from "~/features/company/owners-only";
import { handOverSchema } from "~/features/company/schema";
import { formContext } from "~/lib/http/context";
import { isRowId } from "~/lib/schema/fields";
import { changeByForm } from "~/pages/change";
import { companyChange, loadCompanyPage } from "~/pages/company";
import { SubmitOrCancel } from "~/ui/forms/button";
import { FieldError, fieldId } from "~/ui/forms/field";
import { OwnedForm } from "~/ui/forms/owned-form";
import { RadioChoices } from "~/ui/forms/radio-choices";
import { SignInAgain } from "~/ui/forms/sign-in-again";
import { Unavailable } from "~/ui/layout/unavailable";
import { WorkPage } from "~/ui/layout/work/work-page";

const TITLE = "Hand over ownership";

/** A colleague to choose; what they may do now only their company knows. */
type Candidate = Pick<Member, "user_id" | "full_name" | "email"> & { access?: Member["access"] };

/** The colleagues whom the form that was sent named, while nobody can tell whose company it is. */
function named(body: FormData): Candidate[] {
  return [...body].flatMap(([id, name]) =>
    isRowId(id) && typeof name === "string" ? [{ user_id: id, full_name: name, email: name }] : [],
  );
}

export async function loader({ url, context }: Route.LoaderArgs) {
  const page = await loadCompanyPage(context, url);
  const { company, userId } = page;
  const isRefused = company !== undefined && company.access !== "owner";
  const others: Candidate[] = company
    ? company.members.filter(({ user_id }) => user_id !== userId)
    : named(context.get(formContext));
  return data({ ...page, others }, { status: isRefused ? 403 : page.status });
}

export function action({ context }: Route.ActionArgs) {
  return changeByForm(context, [handOverSchema], ({ person }) => {
    const name = context.get(formContext).get(person);
    return companyChange(context, {
      act: () => handOverCompany(context, person),
      done: companyNotices.handedOver(typeof name === "string" ? name : "Your colleague"),
      path: companyPath,
    });
  });
}

/** A colleague as somebody to choose, with what they may do now. */
function choiceOf(person: Candidate): [value: string, label: string] {
  const access = person.access ? `, ${accessName(person.access).toLowerCase()}` : "";
  return [person.user_id, `${nameOf(person)}${access}`];
}

/** Asks to whom a company is handed over, and does it in one step. */
export default function CompanyHandOverPage({ loaderData, actionData }: Route.ComponentProps) {
  const { company, others, status } = loaderData;
  const hasForm = company ? company.access === "owner" && others.length > 0 : others.length > 0;
  const chosen = actionData?.defaultValues["person"];
  const error = actionData?.errors["person"]?.message;
  return (
    <WorkPage title={TITLE} documentTitle={TITLE} state={actionData} className="grid grid-cols-1 gap-5">
      {status === 401 && <SignInAgain />}
      {!company && !hasForm && <Unavailable />}
      {company && company.access !== "owner" && <OwnersOnly company={company} />}
      {company?.access === "owner" && others.length === 0 && (
        <p className="empty">
          You are alone in {company.company_name} so far. <a href={companyPath}>Invite a colleague first</a>.
        </p>
      )}
      {hasForm && (
        <>
          <p>
            Your colleague will own <strong>{company?.company_name ?? "your company"}</strong>: its profile, and who may
            do what in it. You become a member, who files and edits requirements. Only they can make you an owner again.
            Your open invitations are revoked. We tell you both by mail.
          </p>
          <OwnedForm noValidate className="grid gap-5">
            <fieldset className="part" aria-describedby={error ? `${fieldId("person")}-error` : undefined}>
              <legend>The new owner</legend>
              <FieldError name="person" error={error} />
              <div className="grid gap-3">
                <RadioChoices name="person" choices={others.map(choiceOf)} chosen={chosen} className="check" />
              </div>
            </fieldset>
            {others.map((person) => (
              <input key={person.user_id} type="hidden" name={person.user_id} value={nameOf(person)} />
            ))}
            <SubmitOrCancel name="intent" value="hand-over" path={companyPath} cancel="Keep It">
              Hand Over
            </SubmitOrCancel>
          </OwnedForm>
        </>
      )}
    </WorkPage>
  );
}
