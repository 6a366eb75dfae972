import type { Context } from "~/lib/http/context";
import { pageOf, readPlace } from "~/lib/backend/cursor";
import type { Database, Tables } from "~/lib/backend/database.types";
import { askAll, type Result } from "~/lib/result";
import { isRowId } from "~/lib/format/schema";
import { lookUpAsUser, mutateAsUser, omitNulls, queryAsUser } from "~/lib/backend/supabase.server";

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

/** A company with its people, as the team sees it. */
export type Client = {
  company: Pick<Tables<"clients">, "id" | "company_name" | "full_name" | "phone" | "created_at">;
  members: (Pick<Tables<"client_members">, "user_id" | "access" | "full_name" | "phone" | "created_at"> & {
    email: string | null;
  })[];
  invitations: Pick<Tables<"invitations">, "id" | "email" | "access" | "full_name" | "expires_at">[];
  /** Of what it, or the team for it, has filed last. */
  currency: Tables<"job_requirements">["currency"] | null;
};

/** What the database answers of a company: null when it is not there. */
type ReadClient =
  | ({
      members: Omit<Client["members"][number], "email">[];
    } & Omit<Client, "members">)
  | null;

/** A company with its members and open invitations; null for one that is not there. */
export async function loadClient(context: Context, id: string): Promise<Result<Client | null>> {
  if (!isRowId(id)) return { ok: true, value: null };
  const found = await askAll({
    client: lookUpAsUser(context, (person) => person.rpc("read_client", { client: id })),
    contacts: queryAsUser(context, (person) => person.rpc("client_contacts", { client: id })),
  });
  if (!found.ok) return found;
  const client = found.value.client as ReadClient;
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
