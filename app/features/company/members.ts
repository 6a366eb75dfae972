import { readableAddress } from "~/lib/schema/address";
import type { Company, Member } from "./company.server";

/** So many people of a company, and invitations to it, its page lists. */
export const MOST_LISTED = 200;

/** What somebody is called, who need not have said a name. */
export function nameOf({ full_name, email }: Pick<Member, "full_name" | "email">): string {
  return full_name ?? readableAddress(email);
}

/** Is nobody else an owner? Then the caller can't leave the company, but hand it over. */
export function isLastOwner({ access, members }: Company): boolean {
  return access === "owner" && members.filter((member) => member.access === "owner").length === 1;
}
