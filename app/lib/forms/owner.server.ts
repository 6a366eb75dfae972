import { createContext } from "react-router";
import { formContext, type Context } from "../http/context.ts";
import { isRowId } from "../schema/fields.ts";
import { COMPANY_KEY, OWNER_KEY } from "./form.ts";
import { isSignatureOf, SIGNATURE, sign } from "./signature.server.ts";

/** Whose page is being answered, as `ownerOf` writes it; null while nobody is known to be signed in. */
const ownerContext = createContext<string | null>(null);

/** For which company of theirs the forms of the answer are: its id, "" for none yet; null where it does not matter. */
const companyContext = createContext<string | null>(null);

function signedOwner(id: string): string {
  return `form owner ${id}`;
}

/**
 * What the forms of a page carry to say for whom it was made: the same for a person in every session of theirs, and
 * nothing to anybody else.
 *
 * @param id an account's, or a candidate's
 */
export function ownerOf(id: string): string {
  return sign(signedOwner(id));
}

/** Notes whose pages this request is answered with. @param id an account's, or a candidate's */
export function setOwner(context: Context, id: string): void {
  context.set(ownerContext, ownerOf(id));
}

/** Who is here, as far as this request has asked; null while that is not known. */
export function ownerHere(context: Context): string | null {
  return context.get(ownerContext);
}

/** For whom the form of this request was made; undefined where it does not say so. */
function postedOwner(context: Context): string | undefined {
  const posted = context.get(formContext).get(OWNER_KEY);
  return typeof posted === "string" && SIGNATURE.test(posted) ? posted : undefined;
}

/** For whom the forms of the answer are: a form that comes back stays its owner's, the signed-in person by now. */
export function ownerOnPage(context: Context): string | undefined {
  return postedOwner(context) ?? context.get(ownerContext) ?? undefined;
}

/** Was the form of this request made for this person; for another; or does it not say for whom? */
export function compareOwner(context: Context, id: string): "same" | "another" | "unsaid" {
  const posted = postedOwner(context);
  if (posted === undefined) return "unsaid";
  return isSignatureOf(signedOwner(id), posted) ? "same" : "another";
}

/** Says for which company of its person a page is, whose forms name no record of it. @param id "" for none yet */
export function setCompany(context: Context, id: string): void {
  context.set(companyContext, id);
}

/** For which company the form of this request was made, "" for none yet; undefined where it does not say so. */
export function postedCompany(context: Context): string | undefined {
  const posted = context.get(formContext).get(COMPANY_KEY);
  return typeof posted === "string" && (posted === "" || isRowId(posted)) ? posted : undefined;
}

/** For which company the forms of the answer are: a form that comes back stays what it was. */
export function companyOnPage(context: Context): string | undefined {
  return postedCompany(context) ?? context.get(companyContext) ?? undefined;
}
