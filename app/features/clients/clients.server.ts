import { z } from "zod";
import type { Context } from "~/lib/http/context";
import { pageOf, readPlace } from "~/lib/backend/cursor";
import { Constants, type Database } from "~/lib/backend/database.types";
import { tableRow } from "~/lib/backend/row";
import { askAll, type Result } from "~/lib/result";
import { isRowId } from "~/lib/schema/fields";
import type { ClientFilters } from "./filters";
import type { clientNoteSchema, contactSchema, termsSchema } from "./schema";
import { lookUpAsUser, mutateAsUser, omitNulls, parseResult, queryAsUser } from "~/lib/backend/calls.server";

/** A company as the team lists it. */
type ListedRow = Database["public"]["Functions"]["list_clients"]["Returns"][number];
export type ListedClient = Omit<ListedRow, "full_name" | "phone" | "invited_at" | "last_contact_at"> & {
  full_name: string | null;
  phone: string | null;
  /** Since when somebody is invited, where nobody can sign in yet. */
  invited_at: string | null;
  last_contact_at: string | null;
};

const PAGE_SIZE = 25;

/**
 * One page of the companies, the newest first unless they are sorted by something else.
 *
 * @param filters.words what its name has, or that of one of its people; undefined for all
 * @param after the last company of the page before
 */
export async function loadClients(
  context: Context,
  { words, sort }: ClientFilters,
  after: string | null,
): Promise<Result<{ rows: ListedClient[]; next: string | null }>> {
  const found = await queryAsUser(context, (person) =>
    person.rpc("list_clients", {
      ...(words === undefined ? {} : { words }),
      ...(sort === undefined ? {} : { sort }),
      ...(after !== null && isRowId(after) ? { after } : {}),
    }),
  );
  return found.ok ? { ok: true, value: pageOf(found.value, PAGE_SIZE, ({ id }) => id) } : found;
}

/** What the database answers of a company: null when it is not there. */
const clientSchema = z
  .object({
    company: tableRow<"clients">(),
    members: z.array(tableRow<"client_members">()),
    invitations: z.array(tableRow<"invitations">()),
    terms: tableRow<"client_terms">()
      .transform(({ fee, replacement_days, payment_days, remarks, updated_by, updated_at, version }) => ({
        fee,
        replacement_days,
        payment_days,
        remarks,
        /** The colleague's name. */
        updated_by,
        updated_at,
        version,
      }))
      .nullable(),
    /** Of what it, or the team for it, has filed last. */
    currency: z.enum(Constants.public.Enums.currency_code).nullable(),
  })
  .nullable();

type ReadClient = NonNullable<z.output<typeof clientSchema>>;

/** A company with its people, as the team sees it. */
export type Client = Omit<ReadClient, "members"> & {
  members: (ReadClient["members"][number] & { email: string | null })[];
};

/** A company with its members and open invitations; null for one that is not there. */
export async function loadClient(context: Context, id: string): Promise<Result<Client | null>> {
  if (!isRowId(id)) return { ok: true, value: null };
  const found = await askAll({
    client: parseResult(
      clientSchema,
      lookUpAsUser(context, (person) => person.rpc("read_client", { client: id })),
    ),
    contacts: queryAsUser(context, (person) => person.rpc("client_contacts", { client: id })),
  });
  if (!found.ok) return found;
  const { client } = found.value;
  if (!client) return { ok: true, value: null };
  const { members, ...rest } = client;
  const addresses = new Map(found.value.contacts.map(({ user_id, email }) => [user_id, email]));
  const people = members.map((member) => ({ ...member, email: addresses.get(member.user_id) ?? null }));
  return { ok: true, value: { ...rest, members: people } };
}

/** Invites somebody to own a company that nobody owns. */
export function inviteOwner(
  context: Context,
  client: string,
  { email, full_name }: { email: string; full_name: string | null },
): Promise<Result<unknown>> {
  const invitation = omitNulls({ client, address: email, full_name });
  return mutateAsUser(context, (person) => person.rpc("invite_owner", invitation));
}

/** What happened with a company; what an entry does not have is null, though the types don't say so. */
type TimelineRow = Database["public"]["Functions"]["client_timeline"]["Returns"][number];
export type TimelineEntry = {
  [Key in keyof TimelineRow]: Key extends "id" | "happened_at" | "kind" ? TimelineRow[Key] : TimelineRow[Key] | null;
};

/**
 * One page of what happened with a company, the newest first.
 *
 * @param cursor where the page starts, as the page before gave it
 */
export async function loadClientTimeline(
  context: Context,
  id: string,
  cursor: string | null,
): Promise<Result<{ rows: TimelineEntry[]; next: string | null }>> {
  const place = readPlace(cursor);
  const found = await queryAsUser(context, (person) =>
    person.rpc("client_timeline", { client: id, ...(place ? { before_at: place[0], before_id: place[1] } : {}) }),
  );
  if (!found.ok) return found;
  const { rows, next } = pageOf(
    found.value.map((row) => ({ ...row, created_at: row.happened_at })),
    PAGE_SIZE,
  );
  return { ok: true, value: { rows, next } };
}

/** Writes down what was said. @param form the id of the form: what comes twice is one */
export function noteClient(
  context: Context,
  client: string,
  form: string,
  { body, channel }: z.output<typeof clientNoteSchema>,
): Promise<Result<unknown>> {
  return mutateAsUser(context, (person) => person.rpc("note_client", omitNulls({ client, form, body, channel })));
}

/** Keeps the terms, on the version that was read; 0 where there were none. */
export function saveTerms(
  context: Context,
  client: string,
  { version, ...terms }: z.output<typeof termsSchema>,
): Promise<Result<unknown>> {
  const entries = omitNulls({ client, seen: version, ...terms });
  return mutateAsUser(context, (person) => person.rpc("save_client_terms", entries));
}

/** Corrects the contact, on the version of the company that was read. */
export function correctContact(
  context: Context,
  client: string,
  { version, ...contact }: z.output<typeof contactSchema>,
): Promise<Result<unknown>> {
  const entries = omitNulls({ client, seen: version, ...contact });
  return mutateAsUser(context, (person) => person.rpc("correct_client_contact", entries));
}
