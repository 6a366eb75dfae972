import type { SupabaseClient } from "@supabase/supabase-js";
import { OwnerSession } from "../support/api/database.ts";
import { connect, signUpClient, signUpPerson, type BackendAccess, type Person } from "../support/people/people.ts";
import type { Member, SharedWorld } from "./world.ts";

/** Who is there, and how more come, where a sign-in service runs. @param database for `OwnerSession.of` */
export function accountsOf(backend: BackendAccess, database: string) {
  return {
    anon: connect(backend.url, backend.keys.publishable_key) as SupabaseClient,
    service: connect(backend.url, backend.keys.secret_key) as SupabaseClient,
    addPerson: (metadata: Record<string, unknown> = {}): Promise<Person> => signUpPerson(backend, metadata),
    addClient: (company: string): Promise<Person> => signUpClient(backend, company),
    async tell({ api }: Member, metadata: Record<string, unknown>): Promise<SupabaseClient> {
      const { error } = await api.auth.updateUser({ data: metadata });
      if (error) throw error;
      return api;
    },
    /** On a session of its own each time: the database may be stopped between. */
    async query(statement: string) {
      const owner = OwnerSession.of(database);
      try {
        return (await owner.query<Record<string, unknown>>(statement)).rows;
      } finally {
        await owner.close();
      }
    },
  };
}

/** The Supabase that the tests were given, or a worker's own backend: nobody here stops it, or starts it anew. */
export function givenWorld(backend: BackendAccess & { database: string }): SharedWorld {
  return { ...accountsOf(backend, backend.database), close: () => Promise.resolve() };
}
