import { redirect } from "react-router";
import type { Context } from "~/lib/http/context";
import { NO_ENTRIES } from "~/lib/forms/form";
import { formResponse, parseForm } from "~/lib/forms/form.server";
import { rememberNetwork } from "~/lib/limits/guesses.server";
import { isFormLimited } from "~/lib/limits/rate-limit.server";
import { logSecurity } from "~/lib/observe/security-log.server";
import { isSameAddress } from "~/lib/format/text";
import { notify } from "~/lib/http/notice.server";
import { KeyedMutex } from "~/lib/backend/session/keyed-mutex.server";
import { becomeClient, beginCompany, getIdentity } from "~/features/accounts/accounts.server";
import { limited, refusePost, type PostResponse, type Post, type State } from "~/features/accounts/responses.server";
import { NEW_PASSWORD, wayBack } from "~/features/accounts/auth-callback.server";
import { isUnconfirmed, tryPassword } from "~/features/accounts/attempts.server";
import { findLinkOwner, mailLinkPath, verifyMailLink, type LinkOwner, type Verified } from "./mail-link.server";
import { remember, rememberRecovery } from "~/features/accounts/account-cookie.server";
import { accountNotices } from "~/features/accounts/notices";
import { savePassword } from "~/features/accounts/password.server";
import {
  chooseSchema,
  confirmSchema,
  newPasswordSchema,
  profileSchema,
  type MailLink,
  type Profile,
} from "~/features/accounts/schema";
import { confirmChange, tellChanged, tellFirst, usedNow } from "./address-change.server";
import { leaveUsedLink } from "./used-link.server";

/** What the page of a link shows before it is used. */
export type MailLinkView = LinkOwner & {
  kind: MailLink["type"];
  /** Who is signed in here now, when it is somebody else. */
  other: string | null;
  /** Where the same link leads without the password of the sign-up, and where it leads with it. */
  choosePath: string;
  confirmPath: string;
};

/** The forms of one link take turns: of a double click, the second is answered when the first has been. */
const turns = new KeyedMutex();

/**
 * Says whose a link is, without using it: mail scanners ask for links, too, and a click must not change who is signed in.
 *
 * @returns what to show; undefined when that can't be told just now
 * @throws a redirect, for a link that does not work any more
 */
export async function showMailLink(context: Context, link: MailLink): Promise<MailLinkView | undefined> {
  const [owner, identity] = await Promise.all([findLinkOwner(link), getIdentity(context)]);
  if (!owner.ok) return undefined;
  if (!owner.value) throw await leaveUsedLink(context);
  remember(context, { email: owner.value.email });
  const current = identity.state === "signed-in" ? identity.email : null;
  return {
    ...owner.value,
    kind: link.type,
    other: current !== null && !isSameAddress(current, owner.value.email) ? current : null,
    choosePath: mailLinkPath(link, "choose"),
    confirmPath: mailLinkPath(link),
  };
}

/**
 * Gives a confirmed account its role and its company. Who has a role or a company already keeps it, since the database
 * takes no second. What fails here, the dashboard asks for again.
 *
 * @returns whether somebody has invited them: then there is no company yet, and they decide
 */
async function makeClient(context: Context, userId: string, profile: Profile | undefined): Promise<boolean> {
  const [isInvited] = await Promise.all([
    profile ? beginCompany(context, profile) : false,
    becomeClient(context, userId),
  ]);
  return isInvited;
}

/** Did this account's sign-up name an invitation? Then accepting that makes of it what it is to be. */
function namesInvitation({ metadata }: Verified): boolean {
  return typeof metadata["invitation"] === "string";
}

type PasswordLinkArgs = {
  post: Post;
  link: MailLink;
  /** Whose it is, for the log and the limits. */
  email: string;
  state: State;
  password: string;
  profile: (verified: Verified) => Profile | undefined;
};

/** Uses a link that proves a mailbox, and sets the password in one go. Everything typed has been checked before. */
async function spendPasswordLink({
  post: { context, body },
  link,
  email,
  state,
  password,
  profile,
}: PasswordLinkArgs): Promise<PostResponse> {
  const used = await verifyMailLink(context, link);
  if (!used.ok && used.status === 400) return leaveUsedLink(context, body);
  if (!used.ok) {
    const notice = accountNotices.passwordNotChanged(used.message);
    return refusePost(context, used, { what: `${link.type} link`, address: email, notice }, state);
  }
  if (!used.value) return leaveUsedLink(context, body);
  logSecurity(context, link.type === "signup" ? "account_confirmed" : "sign_in", email);
  await rememberNetwork(context, email);
  const { userId } = used.value;
  rememberRecovery(context, userId);
  const [saved, isToDecide] = await Promise.all([
    savePassword(context, email, password),
    namesInvitation(used.value) || makeClient(context, userId, profile(used.value)),
  ]);
  if (!saved.ok) {
    notify(context, accountNotices.passwordNotChanged(saved.message));
    return redirect(NEW_PASSWORD);
  }
  if (link.type === "signup") notify(context, accountNotices.welcome);
  const path = wayBack(context, isToDecide ? "/invitation" : undefined);
  // An invitation comes before wherever else they were going, which may need the company that they have not got yet.
  return redirect(isToDecide && !path.startsWith("/invitation") ? "/invitation" : path);
}

/** Confirms an account by the password chosen at sign-up; another one leads to the form that asks for both again. */
async function confirmAccount(post: Post, link: MailLink, email: string): Promise<PostResponse> {
  const { context, body } = post;
  const { values, state } = await parseForm(body, confirmSchema);
  if (!values) return formResponse(state, 400);
  const { password } = values;
  const tried = await tryPassword(context, { email, password });
  if (!tried) return limited(context, state, email);
  if (tried.ok) return redirect(wayBack(context));
  if (isUnconfirmed(tried)) {
    const profile = ({ metadata }: Verified) => profileSchema.safeParse({ phone: "", ...metadata }).data;
    return spendPasswordLink({ post, link, email, state, password, profile });
  }
  if (tried.status !== 400) {
    const notice = accountNotices.linkNotChecked;
    return refusePost(context, tried, { what: "confirmation", address: email, notice }, state);
  }
  notify(context, accountNotices.passwordUnknown);
  return redirect(mailLinkPath(link, "choose"));
}

/** Confirms an account whose sign-up may have been somebody else's: with a password and a company of the owner's. */
async function chooseAccount(post: Post, link: MailLink, email: string): Promise<PostResponse> {
  const { context, body } = post;
  const { values, state } = await parseForm(body, chooseSchema);
  if (!values) return formResponse(state, 400);
  if (await isFormLimited(context)) return limited(context, state, email);
  const { password, ...profile } = values;
  return spendPasswordLink({ post, link, email, state, password, profile: () => profile });
}

/** A link that needs a new password and nothing else: after a forgotten one, and of a sign-up that named no company. */
async function takeNewPassword(post: Post, link: MailLink, email: string): Promise<PostResponse> {
  const { context, body } = post;
  const { values, state } = await parseForm(body, newPasswordSchema);
  if (!values) return formResponse(state, 400);
  if (await isFormLimited(context)) return limited(context, state, email);
  return spendPasswordLink({ post, link, email, state, password: values.password, profile: () => undefined });
}

async function follow(post: Post, link: MailLink): Promise<PostResponse> {
  const { context, body } = post;
  const owner = await findLinkOwner(link);
  if (!owner.ok) {
    const notice = accountNotices.linkNotChecked;
    return refusePost(context, owner, { what: `${link.type} link`, notice }, NO_ENTRIES);
  }
  const outcome = owner.value ? undefined : await usedNow.get(link.token_hash);
  if (outcome) return outcome === "first" ? tellFirst(context) : tellChanged(context);
  if (!owner.value) {
    logSecurity(context, "refused");
    return leaveUsedLink(context, body);
  }
  const { email } = owner.value;
  remember(context, { email });
  if (link.type === "email_change") return confirmChange(post, link, owner.value);
  if (link.type === "recovery") return takeNewPassword(post, link, email);
  if (body.get("intent") === "new-password") {
    return owner.value.company === null ? takeNewPassword(post, link, email) : chooseAccount(post, link, email);
  }
  return body.get("intent") === "choose" ? chooseAccount(post, link, email) : confirmAccount(post, link, email);
}

/** Takes the form of a link's page: only this uses the link (docs/decisions/accounts.md). */
export function followMailLink(post: Post, link: MailLink): Promise<PostResponse> {
  return turns.take(link.token_hash, () => follow(post, link));
}
