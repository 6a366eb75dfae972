import type { Enums, TablesInsert } from "../../../app/lib/backend/database.types.ts";
import { connect, freshEmail, signUpPerson, type BackendAccess, type Person } from "./people.ts";

/** Somebody of the team, under a name of their own. */
export type TeamPerson = Person & { name: string };

/** Makes somebody of the team, as an operator does. */
export async function signUpTeamMember(
  access: BackendAccess,
  role: Exclude<Enums<"app_role">, "client">,
  name: string,
): Promise<TeamPerson> {
  return { ...(await signUpPerson(access, { full_name: name }, role)), name };
}

/** Never this year, nor the next one on the evening when it begins elsewhere: pages say it with a day of it. */
export const LATER_YEAR = new Date().getFullYear() + 2;

/** A message as a visitor sends it. @returns its line of the inbox */
export async function sendMessage(
  { url, keys }: BackendAccess,
  requirement: string,
  more: {
    name?: string;
    email?: string;
    phone?: string;
    company?: string;
    suspect?: boolean;
    created_at?: string;
  } = {},
): Promise<{ id: string; version: number; email: string }> {
  const service = connect(url, keys.secret_key);
  const email = more.email ?? freshEmail("sender");
  const row = { name: "Sender", email, requirement, ...more };
  const sent = await service.from("contact_submissions").insert(row).select("id").single();
  if (sent.error) throw sent.error;
  const line = await service.from("inbox_items").select("id, version").eq("contact_id", sent.data.id).single();
  if (line.error) throw line.error;
  return { ...line.data, email };
}

/** What somebody posts who knows what they want, and not all of it fits a requirement. */
const posting = {
  job_title: "Welder",
  location: "Pune",
  department: "operations",
  experience_level: "mid",
  employment_type: "fulltime",
  urgency: "immediate",
  budget_range: "75k-100k",
  positions_count: "6-10",
  skills: "TIG, MIG",
  job_description: "Weld pipes.",
  contact_name: "Vikram Shah",
  company: "Posters Ltd",
  phone: "123",
};

/** A posting as a visitor sends it. @returns its line of the inbox, and the address it came from */
export async function sendPosting(
  { url, keys }: BackendAccess,
  more: Partial<TablesInsert<"public_job_submissions">> = {},
): Promise<{ id: string; email: string }> {
  const service = connect(url, keys.secret_key);
  const email = more.contact_email ?? freshEmail("poster");
  const row = { ...posting, contact_email: email, ...more };
  const sent = await service.from("public_job_submissions").insert(row).select("id").single();
  if (sent.error) throw sent.error;
  const line = await service.from("inbox_items").select("id").eq("posting_id", sent.data.id).single();
  if (line.error) throw line.error;
  return { ...line.data, email };
}
