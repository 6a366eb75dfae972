import { data, type MiddlewareFunction } from "react-router";
import { accountOf, findAccount, getIdentity } from "~/features/accounts/accounts.server";
import { readMailLink } from "~/features/accounts/mail-link/mail-link.server";
import { profileSchema } from "~/features/accounts/schema";
import { formPaths } from "~/features/enquiries/paths";
import { SAVE_PATH, type SaveResponse } from "~/lib/forms/draft-saving";
import type { Account } from "~/lib/backend/account";
import { COMPANY_KEY, OF_ANOTHER, ofAnotherCompany, OWNER_KEY, type ForeignForm } from "~/lib/forms/form";
import { keepForGoingBack } from "~/lib/forms/form.server";
import { compareOwner, postedCompany, setCompany, setOwner } from "~/lib/forms/owner.server";
import { formContext, type Context } from "~/lib/http/context";
import { pathOf } from "~/lib/http/path";

type Post = { body: FormData; url: URL };

const any = () => true;
const signsOut = ({ body }: Post) => body.get("intent") === "sign-out";

/**
 * The forms that do the same for any signed-in person, or that are asked later whose they are. Every other form, of a new page
 * as well, says for whom its page was made.
 */
const FOR_ANYBODY: Record<string, (post: Post) => boolean> = {
  // A visitor writes them, and a session is left out of them.
  ...Object.fromEntries(formPaths.map((path) => [path, any])),
  "/jobs/:slug/apply": any,
  // They name their account themselves, and prove it; but a new password is the account's that is signed in.
  "/login": any,
  "/get-started": any,
  "/client-auth": ({ body, url }) =>
    readMailLink(url.searchParams) !== undefined || body.get("intent") !== "new-password",
  // Whoever presses it wants nobody to be signed in here.
  "/client-dashboard": signsOut,
  // A new account is made by the link of its mail.
  "/invitation": (post) => signsOut(post) || post.body.get("intent") === "sign-up",
  // The link of a mail says whose they are.
  "/unsubscribe": any,
  "/jobs/apply/:token": any,
  "/jobs/confirm/:token": any,
  "/jobs/confirm/:token/not-me": any,
  "/candidate/:token": any,
  "/candidate/:token/code": any,
  "/candidate/:token/not-me": any,
  "/candidate/:token/undo": any,
  // They go by a candidate's own session: `changeOwn` asks.
  "/candidate": any,
  "/candidate/details": any,
  // There is no such page.
  "/*": any,
  "/team/*": any,
};

/** Who is here: a person's id, and their address where the page's frame is to say it. */
type Person = { id: string; account?: Account | undefined };

/** Throws a form back, with its entries. @throws a page, 409 */
function giveBack(
  context: Context,
  url: URL,
  account: Account | undefined,
  why: Pick<ForeignForm, "isOfAnother" | "company">,
): never {
  keepForGoingBack(context);
  const texts = [...context.get(formContext)].filter(
    (entry): entry is [string, string] => typeof entry[1] === "string",
  );
  // A password never comes back, whatever form it is of.
  const entries = texts.filter(([name]) => ![OWNER_KEY, COMPANY_KEY].includes(name) && !name.includes("password"));
  const foreign: ForeignForm = { ...why, path: url.pathname + url.search, entries };
  throw data({ account, foreign }, { status: 409 });
}

/**
 * Takes a form only from whom its page was made for: in a browser that two people use, another may be signed in by the
 * time it is sent (docs/decisions/forms-and-limits.md).
 *
 * @throws a page with its entries, 409: to be sent again by its owner, or, where it names none, after a look at who is signed in
 */
export function requireOwner(context: Context, url: URL, { id, account }: Person): void {
  const compared = compareOwner(context, id);
  if (compared === "same") return;
  setOwner(context, id);
  giveBack(context, url, account, { isOfAnother: compared === "another" });
}

/**
 * The account of who sends a form that was made for another company of theirs, or for none yet; undefined for a form of no
 * company in particular, and while that can't be told: the form is then taken as any other.
 */
async function findMoved(context: Context) {
  const posted = postedCompany(context);
  if (posted === undefined) return undefined;
  const known = await findAccount(context);
  const client = known.ok ? known.value?.client : undefined;
  if (!client || client.id === posted) return undefined;
  // Sent twice: the first one has made the company that the form names.
  const named = profileSchema.shape.company_name.safeParse(context.get(formContext).get("company_name"));
  return posted === "" && named.data === client.company_name ? undefined : { known, client };
}

/** Has every form of an account's pages taken from its owner only, for the company that it was made for: see `requireOwner`. One whose session has ended is its action's. */
export const formOwner: MiddlewareFunction<Response> = async ({ request, context, pattern, url }, next) => {
  const path = pathOf(pattern);
  const isForAnybody = FOR_ANYBODY[path];
  if (request.method !== "POST" || isForAnybody?.({ body: context.get(formContext), url })) return next();
  const identity = await getIdentity(context);
  if (identity.state !== "signed-in") return next();
  const { userId: id, email } = identity;
  // A script asks, which goes on with its page.
  if (path === SAVE_PATH && compareOwner(context, id) !== "same") {
    return Response.json({ refused: OF_ANOTHER.text } satisfies SaveResponse, { status: 409 });
  }
  requireOwner(context, url, { id, account: { email } });
  const moved = await findMoved(context);
  if (!moved) return next();
  const { company_name: company } = moved.client;
  if (path === SAVE_PATH) {
    return Response.json({ refused: ofAnotherCompany(company).text } satisfies SaveResponse, { status: 409 });
  }
  // Sent again from the page that says so, it is for this one.
  context.get(formContext).delete(COMPANY_KEY);
  setCompany(context, moved.client.id);
  const account = accountOf(email, moved.known);
  return giveBack(context, url, account, { isOfAnother: false, company });
};
