import { redirect } from "react-router";
import type { Context } from "~/lib/http/context";
import { NO_ENTRIES } from "~/lib/forms/form";
import { isFormLimited } from "~/lib/limits/rate-limit.server";
import { logSecurity } from "~/lib/observe/security-log.server";
import { sessionContext } from "~/lib/backend/supabase.server";
import { SharedStore } from "~/lib/backend/session/shared-store.server";
import { notify } from "~/lib/http/notice.server";
import { isSessionOver } from "~/features/accounts/accounts.server";
import { limited, refusePost, type PostResponse, type Post } from "~/features/accounts/responses.server";
import { NEW_PASSWORD } from "~/features/accounts/auth-callback.server";
import { verifyMailLink, type LinkOwner } from "./mail-link.server";
import { remember, rememberRecovery } from "~/features/accounts/account-cookie.server";
import { accountNotices } from "~/features/accounts/notices";
import type { MailLink } from "~/features/accounts/schema";
import { leaveUsedLink } from "./used-link.server";

/** How long a link is remembered that was used for a change of address, in milliseconds: longer than a double click. */
const REMEMBERED = 60_000;

/** What such links came to: of a double click, the second is told the same. */
export const usedNow = new SharedStore<"first" | "changed">("used links", REMEMBERED);

/** One of the two addresses is confirmed: the other mailbox has a link as well. */
export function tellFirst(context: Context): PostResponse {
  notify(context, accountNotices.linkFirst);
  return redirect("/client-auth");
}

/** The address has changed, and nobody is signed in: the new mailbox asks for a link. */
export function tellChanged(context: Context): PostResponse {
  notify(context, accountNotices.addressChangedBefore);
  return redirect("/client-auth?view=forgot");
}

/** Confirms one of the two addresses of a change. */
export async function confirmChange(
  { context }: Post,
  link: MailLink,
  { email, new_email }: LinkOwner,
): Promise<PostResponse> {
  if (await isFormLimited(context)) return limited(context, NO_ENTRIES, email);
  const used = await verifyMailLink(context, link);
  if (!used.ok && used.status === 400) return leaveUsedLink(context);
  if (!used.ok) {
    const notice = accountNotices.addressNotChanged(used.message);
    return refusePost(context, used, { what: "email_change link", address: email, notice }, NO_ENTRIES);
  }
  if (!used.value) {
    await usedNow.set(link.token_hash, "first");
    return tellFirst(context);
  }
  logSecurity(context, "address_changed", email);
  await usedNow.set(link.token_hash, "changed");
  // The database keeps no session for the old mailbox, whose link was the last of the two (docs/decisions/accounts.md).
  if (await isSessionOver(context)) {
    await context.get(sessionContext)().signOut();
    remember(context, { email: new_email ?? undefined });
    return tellChanged(context);
  }
  // The old password has gone with the old address: whoever has shown the new mailbox chooses another.
  rememberRecovery(context, used.value.userId);
  notify(context, accountNotices.addressChanged);
  return redirect(NEW_PASSWORD);
}
