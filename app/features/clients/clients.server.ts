import { z } from "zod";
import type { Context } from "~/lib/http/context";
import { pageOf, readPlace } from "~/lib/backend/cursor";
import { Constants, type Database } from "~/lib/backend/database.types";
import { tableRow } from "~/lib/backend/row";
import { askAll, type Result } from "~/lib/result";
import { isRowId } from "~/lib/schema/fields";
import { lookUpAsUser, mutateAsUser, omitNulls, parseResult, queryAsUser } from "~/lib/backend/supabase.server";

/** A company as the team lists it. */
export type ListedClient = Database["public"]["Functions"]["list_clients"]["Returns"][number];

const PAGE_SIZE = 25;

/**
 * One page of the companies, the newest first.
 *
 * @param filters.words what its name has, or that of one of its people; undefined for all
 * @param cursor where the page starts, as the page before gave it
 */
export async function loadClients(
  context: Context,
  { words }: { words?: string | undefined },
  cursor: string | null,
): Promise<Result<{ rows: ListedClient[]; next: string | null }>> {
  const place = readPlace(cursor);
  const found = await queryAsUser(context, (person) =>
    person.rpc("list_clients", {
      ...(words === undefined ? {} : { words }),
      ...(place ? { after_key: place[0], after_id: place[1] } : {}),
    }),
  );
  return found.ok ? { ok: true, value: pageOf(found.value, PAGE_SIZE) } : found;
}

/** What the database answers of a company: null when it is not there. */
const clientSchema = z
  .object({
    company: tableRow<"clients">(),
    members: z.array(tableRow<"client_members">()),
    invitations: z.array(tableRow<"invitations">()),
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
