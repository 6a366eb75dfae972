import { randomUUID } from "node:crypto";
import { formKinds, publicForms, type FormKind } from "~/content/public-forms";
import { COMPANY, ROLES, TEAM, type Actor, type Role } from "../people/cast.ts";

// Who may do what through the Data API: a line for each table, view and function it exposes. Whatever is not said is
// refused to everybody, and what the database has and this has not fails.

export type Row = Record<string, unknown>;
/** Is this row one of those that the actor reads? */
type Own = (row: Row, actor: Actor) => boolean;
type Each<Value> = Partial<Record<Role, Value>>;

export type TableRule = {
  /** The column, or columns, that tell a row. */
  key: string;
  /** Which rows each reads. Undefined: none. */
  reads: Each<Own>;
  /** A row that these may insert. */
  inserts?: { row: (actor: Actor) => Row; by: readonly Role[] };
};

/** A view is what it shows of the rows of a table that are read by whoever asks. */
export type ViewRule = { of: string; shows: (rows: Row[], actor: Actor) => Row[]; to: readonly Role[] };

/** A function is called by some; what it answers to values that fit nothing is no matter of rights. */
export type FunctionRule = { values: () => Row; by: readonly Role[] };

const SIGNED_IN = ROLES.filter((role) => role !== "anon");

function to<Value>(roles: readonly Role[], value: Value): Each<Value> {
  return Object.fromEntries(roles.map((role) => [role, value]));
}

/** Who of the team reads whole tables; the others read by functions, which answer by page. */
const EXPORTERS: readonly Role[] = ["admin", "hr_manager"];

const every: Own = () => true;
const ofOwnCompany: Own = ({ client_id }, { clientId }) => client_id === clientId;
const oneself: Own = ({ user_id }, { userId }) => user_id === userId;
const ofTheTeam: Own = ({ role }) => role !== "client";
const ofAnyCompany: Own = ({ client_id }) => client_id !== null;

export const contact = { name: "Ann", email: "ann@example.com", requirement: "Two engineers" };
export const posting = {
  job_title: "Cook",
  location: "Goa",
  contact_name: "Raj",
  contact_email: "raj@example.com",
  company: "Inn",
};
export const consultation = { first_name: "Ann", last_name: "Lee", email: "ann@example.com" };

const FORM_ROWS: Record<FormKind, { address: "email" | "contact_email"; row: Row }> = {
  contact: { address: "email", row: contact },
  posting: { address: "contact_email", row: posting },
  consultation: { address: "email", row: consultation },
};

/** The public forms: of each its table, the column of its sender's address, and a row that anybody may send. */
export const PUBLIC_FORMS = formKinds.map((kind) => ({ kind, table: publicForms[kind].table, ...FORM_ROWS[kind] }));

/** A requirement as the Data API takes it. */
export function requirementOf(clientId: string, more: Row = {}) {
  return {
    client_id: clientId,
    job_title: "Welder",
    job_type: "permanent",
    location: "Pune",
    required_skills: ["TIG"],
    job_description: "Weld.",
    ...more,
  };
}

export const TABLES: Record<string, TableRule> = {
  ...Object.fromEntries(
    PUBLIC_FORMS.map(({ table, row }) => [
      table,
      { key: "id", reads: to(EXPORTERS, every), inserts: { row: () => row, by: ROLES } },
    ]),
  ),
  user_roles: {
    key: "user_id",
    reads: { ...to(SIGNED_IN, oneself), recruiter: ofTheTeam, ...to(EXPORTERS, every) },
    inserts: { row: ({ userId }) => ({ user_id: userId, role: "client" }), by: ["stranger"] },
  },
  clients: {
    key: "id",
    reads: { ...to(COMPANY, ({ id }, { clientId }) => id === clientId), ...to(EXPORTERS, every) },
    inserts: { row: ({ userId }) => ({ user_id: userId, company_name: "Own" }), by: ["stranger"] },
  },
  client_members: { key: "user_id", reads: { ...to(COMPANY, ofOwnCompany), ...to(EXPORTERS, every) } },
  team_members: { key: "user_id", reads: to(TEAM, every) },
  invitations: {
    key: "id",
    reads: { owner: ofOwnCompany, hr_manager: ofAnyCompany, admin: every },
  },
  job_requirements: {
    key: "id",
    reads: { ...to(COMPANY, ofOwnCompany), ...to(EXPORTERS, every) },
    inserts: { row: ({ clientId }) => requirementOf(clientId || randomUUID()), by: ["owner", "member"] },
  },
  requirement_drafts: { key: "id", reads: to(["owner", "member"], ofOwnCompany) },
  activity_log: { key: "id", reads: { admin: every } },
  requirement_events: { key: "id", reads: to(EXPORTERS, every) },
  requirement_messages: { key: "id", reads: to(EXPORTERS, every) },
  unread_messages: { key: "requirement_id", reads: to(SIGNED_IN, oneself) },
  inbox_items: { key: "id", reads: to(EXPORTERS, every) },
  item_openings: { key: "item_id", reads: to(EXPORTERS, every) },
  item_events: { key: "id", reads: to(EXPORTERS, every) },
  notes: { key: "id", reads: to(EXPORTERS, every) },
  item_replies: { key: "id", reads: to(EXPORTERS, every) },
  reply_templates: { key: "id", reads: to(TEAM, every) },
  crm_events: { key: "id", reads: {} },
  mail_outbox: { key: "id", reads: {} },
  notification_settings: { key: "user_id", reads: to(SIGNED_IN, oneself) },
  candidates: { key: "id", reads: to(EXPORTERS, every) },
  client_terms: { key: "client_id", reads: to(EXPORTERS, every) },
  client_notes: { key: "id", reads: to(EXPORTERS, every) },
  candidate_notes: { key: "id", reads: to(EXPORTERS, every) },
  candidate_never: { key: "id", reads: to(EXPORTERS, every) },
  candidate_consents: { key: "id", reads: to(EXPORTERS, every) },
  shortlists: { key: "requirement_id", reads: to(EXPORTERS, every) },
  adverts: { key: "requirement_id", reads: to(EXPORTERS, every) },
  shortlist_entries: { key: "id", reads: to(EXPORTERS, every) },
  shortlist_answers: { key: "id", reads: to(EXPORTERS, every) },
  entry_views: { key: "entry_id", reads: to(EXPORTERS, every) },
};

export const VIEWS: Record<string, ViewRule> = {
  requirement_totals: {
    of: "job_requirements",
    to: SIGNED_IN,
    shows: (rows) => [
      {
        total: rows.length,
        active: rows.filter(({ status }) => status === "new" || status === "in_progress").length,
        positions: rows.reduce((sum, { positions_count }) => sum + Number(positions_count), 0),
      },
    ],
  },
  current_account: {
    of: "clients",
    to: SIGNED_IN,
    shows: (rows, { role, clientId }) => [
      accountOf(role, clientId, clientId === "" ? null : rows.find(({ id }) => id === clientId)!["company_name"]),
    ],
  },
  filing_account: {
    of: "job_requirements",
    to: SIGNED_IN,
    shows: (rows, { clientId }) => {
      const [newest] = rows
        .filter(({ client_id }) => client_id === clientId)
        .sort((one, other) => String(other["created_at"]).localeCompare(String(one["created_at"])));
      return [{ client_id: clientId || null, last_currency: newest?.["currency"] ?? null }];
    },
  },
};

function accountOf(role: Role, clientId: string, company_name: unknown): Row {
  const isMember = clientId !== "";
  return {
    role: isMember ? "client" : role === "stranger" ? null : role,
    client_id: isMember ? clientId : null,
    company_name,
    access: isMember ? role : null,
  };
}

const nobody = (): Row => ({ person: randomUUID() });
const noInvitation = (): Row => ({ invitation: randomUUID() });
const noAddress = (): Row => ({ address: `${randomUUID()}@test.example` });
const noDelivery = (): Row => ({ delivery: randomUUID() });
const noRequirement = (): Row => ({ requirement: randomUUID() });
/** A draft as its page first saves it. */
export const draftOf = (): Row => ({
  draft: randomUUID(),
  seen: 0,
  page: randomUUID(),
  entries: { job_title: "Fitter" },
});
const noItem = (): Row => ({ item: randomUUID(), seen: 1 });
const noItems = (): Row => ({ items: [randomUUID()], seen: [1] });
const nothing = (): Row => ({});
const noCandidate = (): Row => ({ candidate: randomUUID() });
const noEntry = (): Row => ({ entry: randomUUID(), seen: 1 });
const noEntries = (): Row => ({ entries: [randomUUID()], seen: [1] });
const noLink = (): Row => ({ token: "x" });
const noSession = (): Row => ({ session_token: "x" });
const NOBODY: readonly Role[] = [];
const FILERS: readonly Role[] = ["owner", "member"];

export const FUNCTIONS: Record<string, FunctionRule> = {
  schema_version: { values: () => ({}), by: ROLES },
  crm_backlog: { values: () => ({}), by: ROLES },
  mail_backlog: { values: () => ({}), by: ROLES },
  // Nobody here has the key.
  inbox_figures: { values: () => ({ metrics_key: "x" }), by: [] },
  application_figures: { values: () => ({ metrics_key: "x" }), by: [] },
  schedule_runs: { values: () => ({}), by: ROLES },
  mail_link: { values: () => ({ token: "x", kind: "signup" }), by: ROLES },
  public_jobs: { values: () => ({ words: "x" }), by: ROLES },
  public_job: { values: () => ({ slug: "x" }), by: ROLES },
  public_job_feed: { values: () => ({}), by: ROLES },
  public_jobs_of: { values: () => ({ company: "x" }), by: ROLES },
  public_job_addresses: { values: () => ({}), by: ROLES },
  owns_requirement: { values: noRequirement, by: SIGNED_IN },
  claim_crm_delivery: { values: noRequirement, by: NOBODY },
  claim_crm_deliveries: { values: () => ({ most: 1 }), by: NOBODY },
  settle_crm_delivery: { values: noDelivery, by: NOBODY },
  claim_mails: { values: () => ({ most: 1 }), by: NOBODY },
  settle_mail: { values: noDelivery, by: NOBODY },
  set_notifications: { values: () => ({ seen: 9, requirements: "never" }), by: SIGNED_IN },
  subscription_by_token: { values: () => ({ token: "x" }), by: ROLES },
  unsubscribe: { values: () => ({ token: "x" }), by: ROLES },
  export_person: { values: noAddress, by: NOBODY },
  erase_person: { values: noAddress, by: ["admin"] },
  invite_to_team: { values: () => ({ address: "", new_role: "recruiter" }), by: ["admin"] },
  set_team_role: { values: () => ({ ...nobody(), new_role: "recruiter" }), by: ["admin"] },
  edit_team_member: { values: () => ({ ...nobody(), seen: 1, display_name: "x" }), by: ["admin"] },
  remove_team_member: { values: nobody, by: ["admin"] },
  list_activity: { values: nothing, by: ["admin"] },
  list_workloads: { values: nothing, by: ["admin"] },
  read_workload: { values: nothing, by: EXPORTERS },
  list_late: { values: () => ({ ...nobody(), kind: "items" }), by: EXPORTERS },
  read_figures: { values: () => ({ month: "2026-11-01" }), by: TEAM },
  list_figure_rows: { values: () => ({ month: "2026-11-01", measure: "came" }), by: TEAM },
  export_figures: { values: () => ({ month: "2026-11-01" }), by: EXPORTERS },
  export_figure_rows: { values: () => ({ month: "2026-11-01", measure: "came" }), by: EXPORTERS },
  // Everybody of the team their own as well.
  work_in_hand: { values: nobody, by: ["admin"] },
  set_absence: { values: () => ({ ...nobody(), until: "2030-01-01", stand_in: randomUUID() }), by: ["admin"] },
  end_absence: { values: nobody, by: ["admin"] },
  invite_member: { values: () => ({ address: "", new_access: "viewer" }), by: ["owner"] },
  remove_member: { values: nobody, by: ["owner"] },
  invite_owner: { values: () => ({ client: randomUUID(), address: "" }), by: TEAM },
  revoke_invitation: { values: noInvitation, by: ["owner", ...TEAM] },
  resend_invitation: { values: noInvitation, by: ["owner", ...TEAM] },
  invitation_by_token: { values: () => ({ token: "x" }), by: ROLES },
  change_member_access: { values: () => ({ ...nobody(), seen: 1, new_access: "viewer" }), by: ["owner"] },
  own_company: { values: nothing, by: SIGNED_IN },
  set_message_quotes: { values: () => ({ seen: 0, wanted: true }), by: ["owner"] },
  edit_company: { values: () => ({ seen: 0, company_name: "x" }), by: ["owner"] },
  edit_own_name: { values: () => ({ seen: 0, full_name: "x" }), by: COMPANY },
  hand_over_company: { values: nobody, by: ["owner"] },
  leave_company: { values: () => ({ client: randomUUID() }), by: COMPANY },
  begin_company: { values: () => ({ company_name: "" }), by: ["stranger", ...COMPANY] },
  own_invitations: { values: nothing, by: SIGNED_IN },
  accept_own_invitation: { values: noInvitation, by: SIGNED_IN },
  prepare_invited_account: { values: () => ({ token: "x" }), by: ROLES },
  accept_invitation: { values: () => ({ token: "x" }), by: SIGNED_IN },
  invitation_mail: { values: noInvitation, by: NOBODY },
  change_requirement_status: {
    values: () => ({ ...noRequirement(), seen: 1, status: "cancelled" }),
    by: [...FILERS, ...TEAM],
  },
  edit_requirement: { values: () => ({ ...noRequirement(), seen: 1, entries: {} }), by: FILERS },
  edit_requirement_as_team: { values: () => ({ ...noRequirement(), seen: 1, entries: {} }), by: TEAM },
  withdraw_requirement: { values: () => ({ ...noRequirement(), seen: 1, reason: "x" }), by: FILERS },
  set_recruiter: { values: () => ({ ...noRequirement(), seen: 1 }), by: TEAM },
  requirement_frame: { values: noRequirement, by: SIGNED_IN },
  requirement_history: { values: noRequirement, by: SIGNED_IN },
  dashboard_page: { values: () => ({ page_size: 1 }), by: SIGNED_IN },
  requirement_draft: { values: () => ({ draft: randomUUID() }), by: SIGNED_IN },
  save_requirement_draft: { values: draftOf, by: FILERS },
  file_requirement_draft: { values: () => ({ ...draftOf(), seen: 1 }), by: FILERS },
  delete_requirement_draft: { values: () => ({ draft: randomUUID(), seen: 1 }), by: FILERS },
  post_message: { values: () => ({ ...noRequirement(), body: "x" }), by: [...FILERS, ...TEAM] },
  open_messages: { values: noRequirement, by: SIGNED_IN },
  need_no_answer: { values: () => ({ ...noRequirement(), seen: new Date(0).toISOString() }), by: FILERS },
  take_next_item: { values: nothing, by: TEAM },
  take_item: { values: noItem, by: TEAM },
  give_item: { values: noItem, by: TEAM },
  give_items: { values: noItems, by: TEAM },
  set_item_state: { values: () => ({ ...noItem(), state: "done" }), by: TEAM },
  set_item_states: { values: () => ({ ...noItems(), state: "done" }), by: TEAM },
  set_item_due: { values: () => ({ ...noItem(), due: "2030-01-01" }), by: TEAM },
  open_item: { values: () => ({ item: randomUUID() }), by: TEAM },
  related_items: { values: () => ({ item: randomUUID() }), by: TEAM },
  related_people: { values: () => ({ item: randomUUID() }), by: TEAM },
  release_sender: { values: () => ({ item: randomUUID() }), by: TEAM },
  preview_sender_erasure: { values: () => ({ item: randomUUID() }), by: EXPORTERS },
  erase_sender: { values: () => ({ item: randomUUID() }), by: EXPORTERS },
  mend_enquiry: { values: () => ({ ...noItem(), entries: { name: "x", requirement: "x" } }), by: TEAM },
  make_candidate_of: { values: () => ({ item: randomUUID(), candidate: randomUUID() }), by: TEAM },
  find_candidates_calling: { values: () => ({ number: "9876543210" }), by: TEAM },
  list_inbox: { values: nothing, by: TEAM },
  take_next_of: { values: () => ({ kind: "contact" }), by: TEAM },
  note_once: { values: () => ({ item: randomUUID(), kind: "note", body: "x", form: randomUUID() }), by: TEAM },
  finish_item: { values: () => ({ ...noItem(), form: randomUUID(), change: { state: "done" } }), by: TEAM },
  undo_act: { values: () => ({ act: randomUUID() }), by: TEAM },
  list_changeable: { values: nothing, by: TEAM },
  save_reply_template: {
    values: () => ({ template: randomUUID(), seen: 9, title: "x", body: "x" }),
    by: TEAM,
  },
  delete_reply_template: { values: () => ({ template: randomUUID(), seen: 9 }), by: TEAM },
  next_item: { values: () => ({ item: randomUUID() }), by: TEAM },
  inbox_senders: { values: nothing, by: TEAM },
  client_contacts: { values: () => ({ client: randomUUID() }), by: TEAM },
  team_frame: { values: nothing, by: TEAM },
  count_inbox: { values: nothing, by: TEAM },
  list_requirements: { values: nothing, by: TEAM },
  list_open_requirements: { values: nothing, by: TEAM },
  count_open_requirements: { values: nothing, by: TEAM },
  give_requirements: { values: () => ({ requirements: [randomUUID()], seen: [1] }), by: TEAM },
  my_day: { values: nothing, by: TEAM },
  suggest_clients: { values: () => ({ name: "x" }), by: TEAM },
  convert_item: { values: () => ({ item: randomUUID(), client: randomUUID(), entries: {} }), by: TEAM },
  convert_item_for_new: { values: () => ({ item: randomUUID(), company_name: "x", entries: {} }), by: TEAM },
  file_requirement: { values: () => ({ client: randomUUID(), form: randomUUID(), entries: {} }), by: TEAM },
  record_enquiry: {
    values: () => ({
      form: randomUUID(),
      source: "phone",
      entries: { name: "x", requirement: "x", phone: "1" },
      client: randomUUID(),
    }),
    by: TEAM,
  },
  find_enquiries: { values: () => ({ number: "9876543210" }), by: TEAM },
  find_members: { values: () => ({ words: "x" }), by: TEAM },
  mend_search: { values: () => ({ words: "x" }), by: TEAM },
  list_clients: { values: nothing, by: TEAM },
  client_timeline: { values: () => ({ client: randomUUID() }), by: TEAM },
  note_client: { values: () => ({ client: randomUUID(), form: randomUUID(), body: "x" }), by: TEAM },
  save_client_terms: { values: () => ({ client: randomUUID(), seen: 0 }), by: TEAM },
  correct_client_contact: { values: () => ({ client: randomUUID(), seen: 1 }), by: TEAM },
  read_items: { values: () => ({ items: [randomUUID()] }), by: TEAM },
  read_item_history: { values: () => ({ item: randomUUID() }), by: TEAM },
  read_requirement: { values: noRequirement, by: TEAM },
  read_advert: { values: noRequirement, by: TEAM },
  save_advert: { values: () => ({ ...noRequirement(), entries: {} }), by: TEAM },
  open_advert: { values: () => ({ ...noRequirement(), seen: 1, closes_on: "2026-01-05" }), by: TEAM },
  close_advert: { values: () => ({ ...noRequirement(), seen: 1 }), by: TEAM },
  company_advert: { values: noRequirement, by: SIGNED_IN },
  name_advert: { values: () => ({ ...noRequirement(), seen: 1, named: true }), by: FILERS },
  take_down_advert: { values: () => ({ ...noRequirement(), seen: 1 }), by: FILERS },
  read_client: { values: () => ({ client: randomUUID() }), by: TEAM },
  export_inbox: { values: nothing, by: EXPORTERS },
  export_requirements: { values: nothing, by: EXPORTERS },
  save_candidate: { values: () => ({ entries: {} }), by: TEAM },
  similar_candidates: { values: () => ({ entries: {} }), by: TEAM },
  deal_with_answer: { values: () => ({ entry: randomUUID(), seen: 1 }), by: TEAM },
  finish_next_step: { values: () => ({ ...noCandidate(), seen_next: "2026-01-01" }), by: TEAM },
  note_talk: { values: () => ({ ...noCandidate(), form: randomUUID(), words: "x" }), by: TEAM },
  add_never: { values: () => ({ ...noCandidate(), named: "x" }), by: TEAM },
  remove_never: { values: () => ({ never: randomUUID() }), by: TEAM },
  list_candidates: { values: nothing, by: TEAM },
  count_found_candidates: { values: nothing, by: TEAM },
  own_open_requirements: { values: nothing, by: TEAM },
  read_candidate: { values: noCandidate, by: TEAM },
  add_to_shortlist: { values: () => ({ ...noRequirement(), ...noCandidate() }), by: TEAM },
  add_candidates: { values: () => ({ ...noRequirement(), candidates: [randomUUID()] }), by: TEAM },
  set_shortlist: {
    values: () => ({ ...noRequirement(), seen: 0, is_blind: false, is_abroad: false }),
    by: TEAM,
  },
  set_card: { values: () => ({ ...noEntry(), chosen: [] }), by: TEAM },
  ask_candidates: { values: noEntries, by: TEAM },
  ask_to_keep: { values: () => ({ ...noCandidate(), seen: 1 }), by: TEAM },
  ask_by_phone: { values: () => ({ ...noEntry(), number: "", has_rung: true, form: randomUUID() }), by: TEAM },
  phone_link: { values: () => ({ entry: randomUUID() }), by: TEAM },
  show_candidates: { values: () => ({ ...noRequirement(), ...noEntries() }), by: TEAM },
  send_cards: { values: () => ({ ...noRequirement(), ...noEntries() }), by: TEAM },
  note_answer: {
    values: () => ({ ...noEntry(), verdict: "maybe", said_how: "phone", said_by: "Mr Mehta", said_on: "2026-01-05" }),
    by: TEAM,
  },
  take_back_note: { values: () => ({ answer: randomUUID(), seen: 1 }), by: TEAM },
  requirement_audience: { values: noRequirement, by: TEAM },
  take_back_entry: { values: noEntry, by: TEAM },
  take_back_entries: { values: noEntries, by: TEAM },
  take_on_applicants: { values: noEntries, by: TEAM },
  turn_down_applicants: { values: noEntries, by: TEAM },
  undo_turned_down: { values: () => ({ entries: [] }), by: TEAM },
  undo_taken_on: { values: () => ({ entries: [] }), by: TEAM },
  remind_candidate: { values: () => ({ entry: randomUUID() }), by: TEAM },
  mark_entry: { values: () => ({ ...noEntry(), state: "offered" }), by: TEAM },
  read_shortlist: { values: noRequirement, by: TEAM },
  read_applicants: { values: noRequirement, by: TEAM },
  release_answer: { values: () => ({ answer: randomUUID() }), by: TEAM },
  merge_candidates: {
    values: () => ({ kept: randomUUID(), seen: 1, merged: randomUUID(), merged_seen: 1, entries: {} }),
    by: TEAM,
  },
  erase_candidate: { values: noCandidate, by: EXPORTERS },
  export_candidate: { values: noCandidate, by: EXPORTERS },
  stage_import: {
    values: () => ({
      form: randomUUID(),
      head: ["Name"],
      columns: ["full_name"],
      has_head: true,
      rows: [{ place: 2, cells: ["Asha"], entries: { full_name: "Asha" }, problems: [] }],
    }),
    by: TEAM,
  },
  decide_import: { values: () => ({ import: randomUUID(), places: [], choices: [] }), by: TEAM },
  discard_import: { values: () => ({ import: randomUUID() }), by: TEAM },
  run_import: { values: () => ({ import: randomUUID(), known: "leave", source: "Import" }), by: TEAM },
  undo_import: { values: () => ({ import: randomUUID() }), by: TEAM },
  list_imports: { values: nothing, by: TEAM },
  read_import: { values: () => ({ import: randomUUID() }), by: TEAM },
  export_candidates: { values: nothing, by: EXPORTERS },
  company_candidates: { values: noRequirement, by: SIGNED_IN },
  answer_candidates: { values: () => ({ ...noRequirement(), answers: [] }), by: FILERS },
  undo_answer: { values: () => ({ ...noRequirement(), answer: randomUUID() }), by: FILERS },
  candidate_question: { values: noLink, by: ROLES },
  refuse_candidate_question: { values: noLink, by: ROLES },
  undo_candidate_refusal: { values: noLink, by: ROLES },
  agree_by_link: { values: () => ({ ...noLink(), digest: "" }), by: ROLES },
  ask_for_call: { values: noLink, by: ROLES },
  erase_by_link: { values: noLink, by: ROLES },
  keep_by_link: { values: noLink, by: ROLES },
  reconsider_candidate_question: { values: noLink, by: ROLES },
  disown_address: { values: noLink, by: ROLES },
  is_undo_link: { values: noLink, by: ROLES },
  own_mailbox: { values: () => ({ ...noLink(), address: "x@example.com" }), by: ROLES },
  send_candidate_code: { values: noLink, by: ROLES },
  enter_candidate_code: { values: () => ({ ...noLink(), code: "000000" }), by: ROLES },
  apply_for_job: { values: () => ({ slug: "none", form: randomUUID(), entries: {} }), by: ROLES },
  read_application: { values: noLink, by: ROLES },
  typed_application: { values: noLink, by: ROLES },
  allow_card: { values: noLink, by: ROLES },
  mail_application: { values: noLink, by: ROLES },
  read_confirmation: { values: noLink, by: ROLES },
  confirm_application: { values: noLink, by: ROLES },
  disown_application: { values: noLink, by: ROLES },
  request_candidate_link: { values: () => ({ address: "" }), by: ROLES },
  own_candidate_page: { values: noSession, by: ROLES },
  agree_to_card: { values: () => ({ ...noSession(), entry: randomUUID(), digest: "x" }), by: ROLES },
  withdraw_from: { values: () => ({ ...noSession(), entry: randomUUID() }), by: ROLES },
  take_own_card_back: { values: () => ({ ...noSession(), entry: randomUUID() }), by: ROLES },
  undo_own_refusal: { values: () => ({ ...noSession(), entry: randomUUID() }), by: ROLES },
  reconsider_own_entry: { values: () => ({ ...noSession(), entry: randomUUID() }), by: ROLES },
  agree_to_be_kept: { values: noSession, by: ROLES },
  edit_own_candidate: { values: () => ({ ...noSession(), seen: 1, entries: {} }), by: ROLES },
  add_own_never: { values: () => ({ ...noSession(), named: "x" }), by: ROLES },
  remove_own_never: { values: () => ({ ...noSession(), never: randomUUID() }), by: ROLES },
  close_candidate_page: { values: noSession, by: ROLES },
  export_own_candidate: { values: noSession, by: ROLES },
  erase_own_candidate: { values: noSession, by: ROLES },
};
