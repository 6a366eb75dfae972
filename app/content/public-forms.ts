import type { Enums, Tables } from "~/lib/backend/database.types";
import { errorNotice, successNotice } from "~/lib/http/notices";
import type { Notice } from "~/lib/http/notice.server";

type PublicForm = {
  /** Its page, what the log calls it, and within how many hours it is answered (specification, section 9). */
  path: string;
  name: string;
  hours: number;
  /** What its page says when it was taken, and when it was not (specification, section 8). */
  sent: Notice;
  failed: Notice;
  /** What one agrees to, before and after the link to the privacy notice: each form in words of its own. */
  consent: readonly [before: string, after: string];
  /** What that notice says of it: its heading, what is asked for, and what for. */
  notice: readonly [title: string, data: string, purpose: string];
  /** Its table, and the column of a requirement that names what it was made of. */
  table: "contact_submissions" | "public_job_submissions" | "consultation_requests";
  origin: `source_${string}_id` & keyof Tables<"job_requirements">;
  /** What one is called in the inbox, before its subject among what happened with a company, and as a way by which things come. */
  called: string;
  before: string;
  way: string;
  /**
   * What each field is called, in the order it is read, and whether it is what it is about, what somebody wrote, or who wrote it:
   * pages say that above all else. What isn't named here is not what somebody sent.
   */
  fields: readonly (readonly [key: string, label: string, part?: "title" | "words" | "sender"])[];
};

const notSent = errorNotice("Submission Failed", "There was an error sending your message. Please try again.");

/** The public forms, whose posts come into the inbox: all that pages say of each (docs/decisions/inbox.md says what else it has). */
export const publicForms = {
  contact: {
    path: "/contact",
    name: "contact message",
    hours: 24,
    sent: successNotice("Message Sent Successfully!", "We'll get back to you within 24 hours."),
    failed: notSent,
    consent: [
      "By sending this message you agree that we use your details as described in our",
      "You can take that back at any time.",
    ],
    notice: ["Contact form", "Your name, e-mail address, company (optional) and hiring requirement.", "To answer you."],
    table: "contact_submissions",
    origin: "source_contact_id",
    called: "Message",
    before: "Enquiry:",
    way: "Contact form",
    fields: [
      ["requirement", "Hiring requirement", "words"],
      ["name", "Name", "sender"],
      ["phone", "Phone", "sender"],
      ["email", "Email", "sender"],
      ["company", "Company", "sender"],
      ["source", "How it came"],
      ["written_by", "Written down by"],
    ],
  },
  posting: {
    path: "/hire-talent",
    name: "job posting",
    hours: 48,
    sent: successNotice(
      "Job Posted Successfully!",
      "We'll review your requirements and get back to you within 48 hours",
    ),
    failed: errorNotice("Submission Failed", "There was an error submitting your job. Please try again."),
    consent: [
      "By posting this job you agree to the use of your details that is described in our",
      "This consent can be taken back at any time.",
    ],
    notice: [
      "Hire talent form",
      "The position, and your name, e-mail address, company and phone number (optional).",
      "To fill the position and to reply to you.",
    ],
    table: "public_job_submissions",
    origin: "source_posting_id",
    called: "Posting",
    before: "Posting:",
    way: "Job posting form",
    fields: [
      ["job_title", "Job title", "title"],
      ["location", "Location"],
      ["positions_count", "Positions"],
      ["department", "Department"],
      ["experience_level", "Experience"],
      ["employment_type", "Employment"],
      ["urgency", "Urgency"],
      ["budget_range", "Budget"],
      ["skills", "Skills"],
      ["job_description", "Job description", "words"],
      ["contact_name", "Contact", "sender"],
      ["contact_email", "Email", "sender"],
      ["phone", "Phone", "sender"],
      ["company", "Company", "sender"],
    ],
  },
  consultation: {
    path: "/consultation",
    name: "consultation",
    hours: 24,
    // The catalogue is silent on this form: its notices are those of its sister.
    sent: successNotice("Consultation Requested", "We'll contact you within 24 hours to schedule your session."),
    failed: notSent,
    consent: [
      "By asking for a session you agree that we use your details for it, as described in our",
      "You can withdraw that whenever you like.",
    ],
    notice: [
      "Consultation form",
      "Your name, e-mail address, phone number, company, role, needs and the time you prefer.",
      "To arrange the session and prepare for it.",
    ],
    table: "consultation_requests",
    origin: "source_consultation_id",
    called: "Consultation",
    before: "Wish for a consultation:",
    way: "Consultation form",
    fields: [
      ["needs", "Needs", "words"],
      ["preferred_time", "Preferred time"],
      ["first_name", "First name", "sender"],
      ["last_name", "Last name", "sender"],
      ["role", "Role"],
      ["email", "Email", "sender"],
      ["phone", "Phone", "sender"],
      ["company", "Company", "sender"],
    ],
  },
} as const satisfies Record<Exclude<Enums<"inbox_kind">, "requirement">, PublicForm>;

export type FormKind = keyof typeof publicForms;

/** The kinds, in the order of the page. */
export const formKinds = Object.keys(publicForms) as FormKind[];

/** The fields of a form, in the order they are read. */
export function fieldsOf(kind: FormKind): PublicForm["fields"] {
  return publicForms[kind].fields;
}

/** Something of each form, by its kind. */
export function ofForms<Key extends keyof PublicForm>(key: Key) {
  return Object.fromEntries(formKinds.map((kind) => [kind, publicForms[kind][key]])) as {
    [Kind in FormKind]: (typeof publicForms)[Kind][Key];
  };
}
