import { redirect } from "react-router";
import { findAccount, homeOf } from "~/features/accounts/accounts.server";
import { loadCompany, type Company } from "~/features/company/company.server";
import { companyNotices } from "~/features/company/notices";
import type { Account } from "~/lib/backend/account";
import type { Context } from "~/lib/http/context";
import type { FormState } from "~/lib/forms/form";
import { isAfterPost } from "~/lib/forms/form.server";
import { setCompany } from "~/lib/forms/owner.server";
import { logFailure } from "~/lib/observe/log.server";
import { giveBackMail, isOverMailBudget } from "~/lib/limits/mail-budget.server";
import { isActionLimited } from "~/lib/limits/rate-limit.server";
import type { Failure, Result } from "~/lib/result";
import type { Notice } from "~/lib/http/notice.server";
import type { Change } from "./change";
import { throwNotFoundForClient } from "./client";
import { accountBySession, loadSignedIn } from "./load-page";

/** What a page of the own company has to show; without a company when the backend can't tell, or a post's session is over. */
export type CompanyPage = {
  account: Account | undefined;
  /** Whose page it is; empty without a company. */
  userId: string;
  company: Company | undefined;
  status: 200 | Failure["status"];
};

/** To whoever belongs to no company: the team's pages, or the dashboard, which asks for one. @throws where they belong */
async function leaveCompanyPage(context: Context): Promise<Result<null>> {
  const known = await findAccount(context);
  if (!known.ok || !known.value) return known.ok ? { ok: true, value: null } : known;
  if (isAfterPost(context)) return throwNotFoundForClient(context);
  throw redirect(homeOf(known.value.role));
}

/**
 * Asks for a page of the own company. Whoever has none is led to the dashboard, which asks for it; the team to its pages.
 *
 * @throws the sign-in, or where else somebody belongs; after a post that there is no such page
 */
export async function loadCompanyPage(context: Context, url: URL): Promise<CompanyPage> {
  const found = await loadSignedIn(context, url, async () => {
    const company = await loadCompany(context);
    return company.ok && company.value === null ? leaveCompanyPage(context) : company;
  });
  if (!found.ok) {
    logFailure(context, found, "company not shown");
    const account = await accountBySession(context, found);
    return { account, userId: "", company: undefined, status: found.status };
  }
  const { email, userId, loaded: company } = found.value;
  setCompany(context, company.id);
  const name = company.members.find((member) => member.user_id === userId)?.full_name ?? undefined;
  return {
    account: { email, name, company: company.company_name, access: company.access },
    userId,
    company,
    status: 200,
  };
}

/** Does the caller belong to no company? To them there is no such page. */
async function isOutside(context: Context): Promise<boolean> {
  const known = await findAccount(context);
  return known.ok && known.value?.client === null;
}

type CompanyChangeArgs<Value> = {
  /** A failure may say what the form shows from now on. */
  act: () => Promise<{ ok: true; value: Value } | (Failure & { state?: FormState })>;
  done: Notice | ((value: Value) => Notice);
  /** Where it leads when it is done. */
  path: string;
  /** Does it send a mail to an address that somebody has typed? */
  isInvitation?: boolean;
};

/**
 * What a form of the company's pages asks for, as `makeChange` and `changeByForm` take it. Whether somebody may is the
 * database's word: who is no owner is told so, on the page that they were on.
 */
export function companyChange<Value>(
  context: Context,
  { act, done, path, isInvitation = false }: CompanyChangeArgs<Value>,
): Omit<Change<Value, FormState>, "state"> {
  const mailOf = (person: string) => ({ purpose: "invitation", person }) as const;
  return {
    act: async (person: string) => {
      const change = await act();
      if (isInvitation && !change.ok && change.status < 500) await giveBackMail(mailOf(person));
      if (change.ok || change.message !== "forbidden") return change;
      return (await isOutside(context)) ? throwNotFoundForClient(context) : ({ ...change, status: 403 } as const);
    },
    failed: "company not changed",
    notDone: companyNotices.notDone,
    done: (value) => ({ notice: typeof done === "function" ? done(value) : done, path, hasMail: true }),
    limit: async (_, person) =>
      (await isActionLimited(context, person)) || (isInvitation && (await isOverMailBudget(context, mailOf(person)))),
    notFoundWhen: () => false,
    isInvitation,
  };
}
