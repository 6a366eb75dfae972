import { redirect } from "react-router";
import { findAccount, homeOf } from "~/features/accounts/accounts.server";
import { loadCompany, type Company } from "~/features/company/company.server";
import { companyNotices } from "~/features/company/notices";
import { wakeMail } from "~/features/mail/mail.server";
import type { Account } from "~/lib/backend/account";
import type { Context } from "~/lib/http/context";
import { withReason, type FormState } from "~/lib/forms/form";
import { formResponse, isAfterPost } from "~/lib/forms/form.server";
import { logFailure } from "~/lib/observe/log.server";
import { isOverMailBudget } from "~/lib/limits/mail-budget.server";
import { isActionLimited } from "~/lib/limits/rate-limit.server";
import type { Failure, Result } from "~/lib/result";
import { notify, type Notice } from "~/lib/http/notice.server";
import { throwNotFoundForClient } from "./client";
import { loadSignedIn } from "./load-page";
import { requireUserId } from "./team";

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
    return { account: undefined, userId: "", company: undefined, status: found.status };
  }
  const { email, userId, loaded: company } = found.value;
  return { account: { email, company: company.company_name, access: company.access }, userId, company, status: 200 };
}

/** Does whoever asks belong to no company? To them there is no such page. */
async function isOutside(context: Context): Promise<boolean> {
  const known = await findAccount(context);
  return known.ok && known.value?.client === null;
}

type Doing = {
  /** The form as it was sent. */
  state: FormState;
  act: () => Promise<Result<unknown>>;
  done: Notice;
  /** Where it leads when it is done. */
  path: string;
  /** Does it send a mail to an address that somebody has typed? */
  isInvitation?: boolean;
};

/**
 * Does what a form of the company's pages asks for, as whoever is signed in. Whether they may is the database's word: who
 * is no owner is told so, on the page that they were on.
 *
 * @returns the way on; else the form as it was sent, with why it was not done
 */
export async function changeCompany(context: Context, { state, act, done, path, isInvitation = false }: Doing) {
  const actor = await requireUserId(context);
  if (actor.ok && (await isActionLimited(context, actor.value))) return formResponse(state, 429);
  if (actor.ok && isInvitation && (await isOverMailBudget(context, { purpose: "other", person: actor.value }))) {
    return formResponse(state, 429);
  }
  const change = actor.ok ? await act() : actor;
  if (!change.ok) {
    const isForbidden = change.message === "forbidden";
    if (isForbidden && (await isOutside(context))) return throwNotFoundForClient(context);
    logFailure(context, change, "company not changed");
    const notice = companyNotices.notDone(change);
    notify(context, notice);
    const shown = isInvitation && change.status === 429 ? withReason(state, "email", notice.text) : state;
    return formResponse(shown, isForbidden ? 403 : change.status);
  }
  wakeMail(context);
  notify(context, done);
  return redirect(path, 303);
}
