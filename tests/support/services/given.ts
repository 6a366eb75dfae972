import type { Keys } from "../../../supabase/embedded/keys.ts";

/** What opens a backend, and somebody of the team who is there already. */
export type BackendKeys = Pick<Keys, "publishable_key" | "secret_key" | "demo_team_email" | "demo_team_password">;

/** A Supabase that was there before the tests: what `npm run test:supabase` hands on to them. */
export type GivenSupabase = {
  url: string;
  keys: BackendKeys;
  /** The connection string of the database's owner. */
  database: string;
  /** A Mailpit's address, or that of the embedded backend's `/mailbox.json`. */
  mailbox: string;
  /** The CRM that the tests play: where the functions' CRM_WEBHOOK_URL leads to, and what they sign with. */
  crm?: { port: number; secret: string } | undefined;
  /** Where the people of this run have their addresses. */
  emailDomain: string;
  /** Stands in the addresses of this run, and of no other. */
  run: string;
};

/** The name of the variable that carries it, as JSON. */
export const GIVEN = "TEST_SUPABASE";

const text = process.env[GIVEN];

/** The Supabase that the tests were given; undefined when each brings its own embedded backend. */
export const given = text === undefined ? undefined : (JSON.parse(text) as GivenSupabase);
