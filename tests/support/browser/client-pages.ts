import { connect, type BackendAccess, type Person } from "../people/people.ts";
import { fileRequirement, type RequirementRow } from "../people/requirements.ts";
import { signUpTeamMember } from "../people/team.ts";

/** Every page of a requirement that its company has, by its name. */
export function clientPages(requirement: string): Record<string, string> {
  const own = `/client-dashboard/requirements/${requirement}`;
  return {
    "client-dashboard-filtered": "/client-dashboard?status=in_progress",
    "client-dashboard-none": "/client-dashboard?status=filled",
    "client-requirement": own,
    "client-candidates": `${own}/candidates`,
    "client-advert": `${own}/advert`,
    "client-history": `${own}/history`,
    "client-edit": `${own}/edit`,
    "client-withdraw": `${own}/withdraw`,
  };
}

/** A requirement with every field filled in. */
function fullRequirement(text: string): RequirementRow {
  return {
    job_title: text.slice(0, 200),
    job_type: "full_time",
    department: text.slice(0, 200),
    location: text.slice(0, 200),
    remote_allowed: true,
    min_experience: 3,
    max_experience: 8,
    min_salary: 900_000,
    max_salary: 1_600_000.5,
    currency: "INR",
    required_skills: [text.slice(0, 100), "PLC"],
    preferred_skills: ["Six Sigma"],
    education_requirements: `${text} of education`,
    job_description: `${text} of the description`,
    responsibilities: `${text} of responsibilities`,
    benefits: `${text} of benefits`,
    positions_count: 1_250,
    priority: "high",
    expected_start_date: "2998-03-01",
    deadline: "2998-01-31",
    notes: `${text} of notes`,
  };
}

/** Files one with every field filled in. @returns its id */
export function fileFull(person: Person, more: Partial<RequirementRow> = {}): Promise<string> {
  return fileRequirement(person, { ...fullRequirement("Production Engineer"), ...more });
}

/**
 * A requirement to which much has happened.
 *
 * @param words what stands in all of its texts
 */
export async function makeBusy(access: BackendAccess, owner: Person, words: string): Promise<string> {
  const requirement = await fileRequirement(owner, fullRequirement(words));
  const recruiter = await signUpTeamMember(access, "recruiter", words.slice(0, 60));
  const service = connect(access.url, access.keys.secret_key);
  await service.from("team_members").update({ contact_phone: "+91 120 555 0177" }).eq("user_id", recruiter.userId);
  const { data: named } = await recruiter.api.rpc("set_recruiter", {
    requirement,
    seen: 1,
    person: recruiter.userId,
  });
  let { data: seen } = await recruiter.api.rpc("change_requirement_status", {
    requirement,
    seen: named!,
    status: "in_progress",
  });
  for (let edit = 0; edit < 3; edit += 1) {
    const entries = { min_salary: 900_000 + edit + 1, location: `${edit} ${words}`.slice(0, 200), notes: `${edit}` };
    ({ data: seen } = await owner.api.rpc("edit_requirement", { requirement, seen: seen!, entries }));
  }
  const words100 = words.slice(0, 100);
  await recruiter.api.rpc("save_advert", {
    requirement,
    entries: {
      title: words.slice(0, 200),
      place: words100,
      country: "India",
      skills: [words100],
      body: words,
      tells_pay: true,
    },
  });
  // With the company's name, which the words may say.
  const closes_on = new Date(Date.now() + 20 * 86_400_000).toISOString().slice(0, 10);
  await service
    .from("adverts")
    .update({ is_named: true, opened_at: new Date().toISOString(), closes_on })
    .eq("requirement_id", requirement);
  return requirement;
}
