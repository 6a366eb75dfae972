import { randomUUID } from "node:crypto";
import { hash } from "bcryptjs";
import { OwnerSession } from "../api/database.ts";

/** One for each database of this worker; one that was stopped is connected to anew. */
const owners = new Map<string, OwnerSession>();
/** As cheap as the tests' backends make them: a password costs what its first digits say. */
const hashes = new Map<string, Promise<string>>();

function once<Value>(kept: Map<string, Value>, key: string, make: () => Value): Value {
  const value = kept.get(key) ?? make();
  kept.set(key, value);
  return value;
}

/**
 * Makes a confirmed account as an operator does, by its rows: a sign-up, its mail and the password after it cost six calls.
 * Its company is made by the database, from what the account says.
 *
 * @param role what an operator gives them besides, if anything
 * @param database of an embedded backend, as `OwnerSession.of` takes it
 */
export async function insertAccount(
  database: string,
  email: string,
  password: string,
  data: Record<string, unknown>,
  role: string | null = null,
): Promise<void> {
  const id = randomUUID();
  const metadata = { ...data, sub: id, email, email_verified: true, phone_verified: false };
  await once(owners, database, () => OwnerSession.of(database)).query(
    `with person as (
       insert into auth.users (id, aud, role, email, encrypted_password, email_confirmed_at, raw_app_meta_data,
                               raw_user_meta_data, created_at, updated_at)
         values ($1, 'authenticated', 'authenticated', $2, $3, now(), '{"provider": "email", "providers": ["email"]}',
                 $4::text::jsonb, now(), now())
         returning *),
     with_role as (
       insert into public.user_roles (user_id, role) select id, $5::public.app_role from person where $5 is not null)
     insert into auth.identities (id, user_id, provider, provider_id, identity_data, created_at, updated_at)
       select gen_random_uuid(), id, 'email', id::text, raw_user_meta_data, created_at, updated_at from person`,
    [id, email, await once(hashes, password, () => hash(password, 4)), JSON.stringify(metadata), role],
  );
}
