import type { Enums, Tables } from "~/lib/backend/database.types";

type PublicForm = {
  /** Its table, and the column of a requirement that names what it was made of. */
  table: "contact_submissions" | "public_job_submissions" | "consultation_requests";
  origin: `source_${string}_id` & keyof Tables<"job_requirements">;
  /** What one is called in the inbox, before its subject among what happened with a company, and as a way by which things come. */
  called: string;
  before: string;
  way: string;
  /** What each field is called, in the order it is read; what isn't named here is not what somebody sent. */
  fields: readonly (readonly [key: string, label: string])[];
};

/** The public forms, whose posts come into the inbox, as the team reads them (docs/decisions/inbox.md says what else each has). */
export const publicForms = {
  contact: {
    table: "contact_submissions",
    origin: "source_contact_id",
    called: "Message",
    before: "Enquiry:",
    way: "Contact form",
    fields: [
      ["requirement", "Hiring requirement"],
      ["name", "Name"],
      ["phone", "Phone"],
      ["email", "Email"],
      ["company", "Company"],
      ["source", "How it came"],
      ["written_by", "Written down by"],
    ],
  },
  posting: {
    table: "public_job_submissions",
    origin: "source_posting_id",
    called: "Posting",
    before: "Posting:",
    way: "Job posting form",
    fields: [
      ["job_title", "Job title"],
      ["location", "Location"],
      ["positions_count", "Positions"],
      ["department", "Department"],
      ["experience_level", "Experience"],
      ["employment_type", "Employment"],
      ["urgency", "Urgency"],
      ["budget_range", "Budget"],
      ["skills", "Skills"],
      ["job_description", "Job description"],
      ["contact_name", "Contact"],
      ["contact_email", "Email"],
      ["phone", "Phone"],
      ["company", "Company"],
    ],
  },
  consultation: {
    table: "consultation_requests",
    origin: "source_consultation_id",
    called: "Consultation",
    before: "Wish for a consultation:",
    way: "Consultation form",
    fields: [
      ["needs", "Needs"],
      ["preferred_time", "Preferred time"],
      ["first_name", "First name"],
      ["last_name", "Last name"],
      ["role", "Role"],
      ["email", "Email"],
      ["phone", "Phone"],
      ["company", "Company"],
    ],
  },
} as const satisfies Record<Exclude<Enums<"inbox_kind">, "requirement">, PublicForm>;

export type FormKind = keyof typeof publicForms;

/** The kinds, in the order of the page. */
export const formKinds = Object.keys(publicForms) as FormKind[];

/** Something of each form, by its kind. */
export function ofForms<Key extends keyof PublicForm>(key: Key) {
  return Object.fromEntries(formKinds.map((kind) => [kind, publicForms[kind][key]])) as {
    [Kind in FormKind]: (typeof publicForms)[Kind][Key];
  };
}
