import type { Route } from "./+types/mending";
import { mendEnquiry } from "~/features/enquiries/team/enquiries.server";
import { enquiryNotices } from "~/features/enquiries/team/notices";
import { mendKeys, mendSchema } from "~/features/enquiries/team/schema";
import { itemPath } from "~/features/inbox/filters";
import { senderOf, sentWords } from "~/features/inbox/sent/sender";
import { loadEnquiry } from "~/features/inbox/sent/sent.server";
import { FORM_ID } from "~/lib/forms/form";
import { usePostedForm } from "~/lib/forms/use-posted-form";
import { formPageMeta } from "~/lib/http/meta";
import { changeByForm } from "~/pages/change";
import { loadTeamRecord } from "~/pages/team";
import { requireId, withStatus } from "~/pages/page";
import { SubmitOrCancel } from "~/ui/forms/button";
import { PhoneField, TextAreaField, TextField } from "~/ui/forms/field";
import { OwnedForm } from "~/ui/forms/owned-form";
import { SignInAgain } from "~/ui/forms/sign-in-again";
import { Unavailable } from "~/ui/layout/unavailable";
import { WorkPage } from "~/ui/layout/work/work-page";

export const handle = { hasForm: true };

const TITLE = "Correct an enquiry";

export const meta = () => formPageMeta(TITLE, "What you wrote down, within the hour.");

export async function loader({ params, url, context }: Route.LoaderArgs) {
  const id = requireId(params.id);
  const page = await loadTeamRecord(context, url, () => loadEnquiry(context, id));
  return withStatus({ ...page, path: itemPath(id) });
}

/** Corrects what its writer typed wrong. */
export function action({ params, context }: Route.ActionArgs) {
  const id = requireId(params.id);
  return changeByForm(context, [mendSchema, mendKeys], ({ seen, ...mended }) => ({
    act: () => mendEnquiry(context, id, seen, mended),
    failed: "enquiry not corrected",
    notDone: enquiryNotices.notMended,
    done: () => ({ notice: enquiryNotices.mended, path: itemPath(id) }),
  }));
}

/** Shows what was written down, to be typed anew. */
export default function MendingPage({ loaderData: { answer, path }, actionData }: Route.ComponentProps) {
  const item = answer.ok ? answer.value : undefined;
  const { name = "", phone, email, company } = item ? senderOf(item) : {};
  const form = usePostedForm<Record<string, string>>({
    name,
    phone: phone ?? "",
    email: email ?? "",
    company: company ?? "",
    requirement: item ? sentWords(item.sent).text : "",
  });
  const seen = actionData?.defaultValues["seen"] ?? item?.version;
  return (
    <WorkPage title={TITLE} documentTitle={TITLE} state={actionData} className="form-column grid gap-5">
      {!answer.ok && (answer.status === 401 ? <SignInAgain /> : <Unavailable />)}
      {(item ?? actionData) && (
        <OwnedForm id={FORM_ID} noValidate className="grid gap-5">
          <input type="hidden" name="seen" value={String(seen)} />
          <PhoneField form={form} name="phone" />
          <TextField form={form} name="name" label="Name" required />
          <TextField form={form} name="email" label="Email" type="email" />
          <TextField form={form} name="company" label="Company" />
          <TextAreaField form={form} name="requirement" label="What they want" required />
          <SubmitOrCancel busyText="Saving..." path={path}>
            Save
          </SubmitOrCancel>
        </OwnedForm>
      )}
    </WorkPage>
  );
}
