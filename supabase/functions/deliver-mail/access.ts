import { z } from "zod";

export const role = z.enum(["admin", "hr_manager", "recruiter"]);
export const access = z.enum(["owner", "member", "viewer"]);

type Role = z.infer<typeof role>;
type Access = z.infer<typeof access>;

const ROLES: Record<Role, string> = { admin: "administrator", hr_manager: "HR manager", recruiter: "recruiter" };

/** What somebody may do in a company. */
export const ACCESSES: Record<Access, string> = {
  owner: "owner: you file requirements, and look after the company's profile and people",
  member: "member: you file and edit requirements",
  viewer: "viewer: you read requirements",
};

/** An article and a role. */
export function asRole(role: Role): string {
  return `${/^[aeiouH]/.test(ROLES[role]) ? "an" : "a"} ${ROLES[role]}`;
}
