import type { Enums } from "../../../app/lib/backend/database.types.ts";
import { connect, signUpClient, signUpPerson, type BackendAccess, type Person } from "./people.ts";

/** Makes somebody who belongs to a person's company, as an accepted invitation does. */
export async function signUpColleague(
  access: BackendAccess,
  owner: Person,
  membership: Enums<"member_access">,
  full_name = "Ravi Iyer",
): Promise<Person> {
  const colleague = await signUpPerson(access, {}, "client");
  const service = connect(access.url, access.keys.secret_key);
  const { data } = await owner.api.from("current_account").select("client_id").single();
  const row = { user_id: colleague.userId, client_id: data!.client_id!, access: membership, full_name };
  await service.from("client_members").insert(row).throwOnError();
  return colleague;
}

/** A company with somebody of each access, who can sign in. */
export async function signUpCompany(
  access: BackendAccess,
  name: string,
): Promise<Record<"owner" | "member" | "viewer", Person> & { clientId: string }> {
  const owner = await signUpClient(access, name);
  const { data } = await owner.api.from("current_account").select("client_id").single();
  const [member, viewer] = await Promise.all(
    (["member", "viewer"] as const).map((given) => signUpColleague(access, owner, given, `The ${given}`)),
  );
  return { clientId: data!.client_id!, owner, member: member!, viewer: viewer! };
}

/** Every page of a company's own, with a colleague to remove and hand over to. */
export function companyPages(colleague: Person): Record<string, string> {
  const company = "/client-dashboard/company";
  return {
    company,
    you: "/client-dashboard/you",
    "company-edit": `${company}/edit`,
    "company-hand-over": `${company}/hand-over`,
    "company-leave": `${company}/leave`,
    "company-removal": `${company}/members/${colleague.userId}/remove`,
  };
}
