import { connect, signUpClient, signUpPerson, type BackendAccess, type Person } from "./people.ts";

/** A company with somebody of each access, who can sign in. */
export async function signUpCompany(
  access: BackendAccess,
  name: string,
): Promise<Record<"owner" | "member" | "viewer", Person> & { clientId: string }> {
  const service = connect(access.url, access.keys.secret_key);
  const owner = await signUpClient(access, name);
  const { data } = await owner.api.from("client_members").select("client_id").single();
  const clientId = data!.client_id;
  const [member, viewer] = await Promise.all(
    (["member", "viewer"] as const).map(async (given) => {
      const person = await signUpPerson(access, {});
      const row = { user_id: person.userId, client_id: clientId, access: given, full_name: `The ${given}` };
      const { error } = await service.from("client_members").insert(row);
      if (error) throw error;
      await service.from("user_roles").insert({ user_id: person.userId, role: "client" });
      return person;
    }),
  );
  return { clientId, owner, member: member!, viewer: viewer! };
}

/** Every page of a company's own, with a colleague to remove and hand over to. */
export function companyPages(colleague: Person): Record<string, string> {
  const company = "/client-dashboard/company";
  return {
    company,
    "company-edit": `${company}/edit`,
    "company-hand-over": `${company}/hand-over`,
    "company-leave": `${company}/leave`,
    "company-removal": `${company}/members/${colleague.userId}/remove`,
  };
}
