import { data } from "react-router";
import type { z } from "zod";
import type { Route } from "./+types/company";
import { companyPath } from "~/content/navigation";
import { InviteForm } from "~/features/company/company-forms";
import { CompanyProfile, InvitationList, MemberTable, MessageQuotes } from "~/features/company/company-parts";
import {
  inviteMember,
  resendInvitation,
  revokeInvitation,
  setAccess,
  setMessageQuotes,
} from "~/features/company/company.server";
import { MOST_LISTED } from "~/features/company/members";
import { companyNotices } from "~/features/company/notices";
import { invitationSchema, inviteSchema, memberAccessSchema, messageQuotesSchema } from "~/features/company/schema";
import { accesses } from "~/content/access";
import { Belonging } from "~/features/company/belonging";
import { formContext, type Context } from "~/lib/http/context";
import { NO_ENTRIES } from "~/lib/forms/form";
import { formResponse } from "~/lib/forms/form.server";
import { formPageMeta } from "~/lib/http/meta";
import type { Result } from "~/lib/result";
import type { Notice } from "~/lib/http/notice.server";
import { changeByForm, makeChange } from "~/pages/change";
import { companyChange, loadCompanyPage } from "~/pages/company";
import { FormHead } from "~/ui/forms/form-head";
import { PageHeader } from "~/ui/layout/page-header";
import { SignInAgain } from "~/ui/forms/sign-in-again";
import { Part } from "~/ui/layout/part";
import { Unavailable } from "~/ui/layout/unavailable";
import { ExplainedList } from "~/ui/pieces/explained";

const TITLE = "Your company";
const LEAD = "Its profile, and who works in it.";

export const meta = () => formPageMeta(TITLE, LEAD);

export async function loader({ url, context }: Route.LoaderArgs) {
  const page = await loadCompanyPage(context, url);
  return data({ ...page, now: new Date().toISOString() }, { status: page.status });
}

/** What one of the page's small forms asks for. */
async function change<Schema extends z.ZodType>(
  context: Context,
  schema: Schema,
  act: (context: Context, entries: z.output<Schema>) => Promise<Result<unknown>>,
  done: (entries: z.output<Schema>) => Notice,
  isInvitation = false,
) {
  const entries = schema.safeParse(Object.fromEntries(context.get(formContext)));
  if (!entries.success) return formResponse(NO_ENTRIES, 400);
  const asked = { act: () => act(context, entries.data), done: done(entries.data), path: companyPath, isInvitation };
  return makeChange(context, { state: NO_ENTRIES, ...companyChange(context, asked) });
}

export async function action({ context }: Route.ActionArgs) {
  switch (context.get(formContext).get("intent")) {
    case "invite":
      return changeByForm(context, [inviteSchema], (values) =>
        companyChange(context, {
          act: () => inviteMember(context, values),
          done: companyNotices.invited(values.email),
          path: companyPath,
          isInvitation: true,
        }),
      );
    case "access":
      return change(context, memberAccessSchema, setAccess, companyNotices.accessChanged);
    case "message-quotes":
      return change(context, messageQuotesSchema, setMessageQuotes, companyNotices.quotesSet);
    case "resend":
      return change(context, invitationSchema, resendInvitation, () => companyNotices.resent, true);
    case "revoke":
      return change(context, invitationSchema, revokeInvitation, () => companyNotices.revoked);
    default:
      return formResponse(NO_ENTRIES, 400);
  }
}

/** The own company: its profile and its people, for an owner with the forms that change them. */
export default function CompanyPage({ loaderData, actionData }: Route.ComponentProps) {
  const { company, userId, status, now } = loaderData;
  const isOwner = company?.access === "owner";
  const sent = actionData?.defaultValues;
  return (
    <div className="pb-16">
      <FormHead title={TITLE} errors={actionData?.errors} />
      <PageHeader title={company?.company_name ?? TITLE} lead={LEAD} isWork />
      <div className="wrap work-aside">
        <div className="grid gap-8 content-start">
          {status === 401 && <SignInAgain />}
          {!company && status !== 401 && <Unavailable />}
          {company && <Belonging company={company.company_name} access={company.access} />}
          {company && (
            <Part id="people" title="People">
              <MemberTable company={company} own={userId} />
              {company.members.length === MOST_LISTED && <p className="hint">The first {MOST_LISTED} people.</p>}
            </Part>
          )}
          {company && company.invitations.length > 0 && (
            <Part id="invitations" title="Open invitations">
              <InvitationList company={company} now={now} />
              {company.invitations.length === MOST_LISTED && (
                <p className="hint">The latest {MOST_LISTED} invitations.</p>
              )}
            </Part>
          )}
          {/* What was typed stays, also while the backend can't tell whose company it is. */}
          {(isOwner || sent?.["email"] !== undefined) && (
            <Part id="invite" title="Invite a colleague" className="narrow">
              <InviteForm />
            </Part>
          )}
        </div>
        <div className="grid gap-8 content-start">
          {company && (
            <Part id="profile" title="Profile">
              <CompanyProfile company={company} />
            </Part>
          )}
          {company && (
            <Part id="message-mails" title="Mails about messages">
              <MessageQuotes company={company} />
            </Part>
          )}
          <Part id="access" title="Who may do what">
            <ExplainedList items={accesses.map(({ name, may }) => ({ name, text: may }))} />
            {company && !isOwner && <p className="mt-3">Owners invite colleagues and change what they may do.</p>}
          </Part>
        </div>
      </div>
    </div>
  );
}
