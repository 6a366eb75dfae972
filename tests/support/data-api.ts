import { randomBytes, randomUUID } from "node:crypto";
import { createClient, type SupabaseClient } from "@supabase/supabase-js";
import { signToken } from "../../scripts/json-web-token.ts";
import { toolPath } from "../../scripts/tools.ts";
import { startGateway } from "./gateway.ts";
import type { SmallServer } from "./http.ts";
import { connect, freshEmail } from "./people.ts";
import { startPostgrest, type Postgrest } from "./postgrest.ts";
import { SupabaseCluster } from "./supabase-cluster.ts";

/** Longer than any test, in seconds. */
const LIFETIME = 60 * 60;

/** Is there PostgREST and the CLI for this platform? */
export const hasDataApi = toolPath("supabase") !== undefined && toolPath("postgrest") !== undefined;

/**
 * The real Data API, PostgREST, on a database with every migration. Nobody signs in here: accounts are rows, and tokens are
 * signed by the test as the authentication service would sign them.
 */
export class DataApi {
  readonly cluster: SupabaseCluster;
  readonly #secret: string;
  readonly #services: Record<string, string> = {};
  #gateway: SmallServer | undefined;
  #postgrest: Postgrest | undefined;

  private constructor(cluster: SupabaseCluster) {
    this.cluster = cluster;
    this.#secret = randomBytes(32).toString("base64url");
  }

  /** @throws when the platform lacks a part; see `hasDataApi` */
  static async start(): Promise<DataApi> {
    const cluster = await SupabaseCluster.start();
    await cluster.standInForAuth();
    await cluster.pushMigrations();
    const api = new DataApi(cluster);
    await api.restart();
    api.#gateway = await startGateway(api.#services);
    return api;
  }

  get url(): string {
    return this.#gateway?.url ?? "";
  }

  /** Starts PostgREST, anew if it runs. */
  async restart(): Promise<void> {
    await this.#postgrest?.stop("SIGKILL");
    this.#postgrest = await startPostgrest(this.cluster, this.#secret);
    this.#services["/rest/v1"] = this.#postgrest.url;
  }

  /** A key: a token that names a role and nobody. */
  keyOf(role: "anon" | "service_role"): string {
    return signToken({ role, iss: "supabase" }, this.#secret, LIFETIME);
  }

  /** The API as somebody who holds a key. */
  as(role: "anon" | "service_role"): SupabaseClient {
    return connect(this.url, this.keyOf(role));
  }

  /** The API as somebody signed in. @param metadata what the person has said of themselves */
  asUser(userId: string, metadata: Record<string, unknown> = {}): SupabaseClient {
    const claims = { sub: userId, role: "authenticated", aud: "authenticated", user_metadata: metadata };
    const accessToken = signToken(claims, this.#secret, LIFETIME);
    return createClient(this.url, this.keyOf("anon"), {
      accessToken: () => Promise.resolve(accessToken),
    }) as SupabaseClient;
  }

  /** Makes a confirmed account. @param metadata what its sign-up carried: with a company's name it is a client */
  async addUser(metadata: Record<string, unknown> = {}): Promise<string> {
    const id = randomUUID();
    await this.cluster.as("supabase_auth_admin")`
      insert into auth.users (id, email, email_confirmed_at, raw_user_meta_data)
        values (${id}, ${freshEmail()}, now(), ${JSON.stringify(metadata)}::text::jsonb)`;
    return id;
  }

  /** Notes what somebody has said of themselves, as the authentication service does. */
  async tell(userId: string, metadata: Record<string, unknown>): Promise<void> {
    await this.cluster.as("supabase_auth_admin")`
      update auth.users set raw_user_meta_data = ${JSON.stringify(metadata)}::text::jsonb where id = ${userId}`;
  }

  async stop(): Promise<void> {
    this.#gateway?.stop();
    await this.#postgrest?.stop();
    await this.cluster.stop();
  }
}
