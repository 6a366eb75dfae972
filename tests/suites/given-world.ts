import type { SupabaseClient } from "@supabase/supabase-js";
import type { GivenSupabase } from "../support/given.ts";
import { connect, signUpClient, signUpPerson, type BackendAccess, type Person } from "../support/people.ts";
import type { Member, SharedWorld } from "./world.ts";

/** Who is there, and how more come, where a sign-in service runs. */
export function accountsOf(backend: BackendAccess) {
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
  };
}

/** The Supabase that the tests were given: nobody here stops it, or starts it anew. */
export function givenWorld(supabase: GivenSupabase): SharedWorld {
  const nothing = () => Promise.resolve();
  return { ...accountsOf(supabase), restart: nothing, close: nothing };
}
