import type { SupabaseClient } from "@supabase/supabase-js";

/** Somebody with an account, and the API as they see it. */
export type Member = { email: string; userId: string; api: SupabaseClient };

/** A backend that may be others' as well: as far as a suite needs it that takes nothing of its own for granted. */
export type SharedWorld = {
  anon: SupabaseClient;
  service: SupabaseClient;
  /** Makes an account with neither role nor client record, as somebody signed in through a provider has. */
  addPerson(metadata?: Record<string, unknown>): Promise<Member>;
  /** Makes a client with a company. */
  addClient(company: string): Promise<Member>;
  /** Lets somebody say something of themselves. @returns the API as they see it afterwards */
  tell(member: Member, metadata: Record<string, unknown>): Promise<SupabaseClient>;
  /** Runs a statement as the database's owner. */
  query(statement: string): Promise<Record<string, unknown>[]>;
  close(): Promise<void>;
};

/**
 * A backend as a suite sees it, whatever it is made of. Its clients know no types: much of what the suites send is what no
 * type allows.
 */
export type World = SharedWorld & {
  url: string;
  publishableKey: string;
  secretKey: string;
  /** Makes an account that waits for its confirmation. @returns what its mail's link carries */
  addUnconfirmed(company: string): Promise<{ email: string; token: string }>;
  /** A token by which the services know a person. */
  tokenOf(userId: string): string;
  /** Begins one more session. @returns whether there is such an account */
  signIn(member: Member): Promise<boolean>;
  /** Deletes what is older than 30 days. */
  purge(): Promise<void>;
};
