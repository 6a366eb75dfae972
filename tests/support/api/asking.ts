import type { SupabaseClient } from "@supabase/supabase-js";
import type { Member, SharedWorld } from "../../suites/world.ts";

type Answer = { data: unknown; error: { code: string; message: string } | null; status: number };

/** Calls a function of the database. @returns its answer, or why it was refused: the status and the reason's name */
export async function call<Value>(api: SupabaseClient, name: string, values: Record<string, unknown>): Promise<Value> {
  const { data, error, status } = (await api.rpc(name, values)) as Answer;
  return (error ? [status, error.message] : data) as Value;
}

/** What the suites about people ask a world again and again. */
export function asking(world: () => SharedWorld) {
  return {
    /** Columns of rows, the oldest first, with the secret key. */
    rows: async (table: string, columns: string, key: string, value: unknown): Promise<unknown[]> => {
      const { data, error } = await world().service.from(table).select(columns).eq(key, value).order("created_at");
      if (error) throw error;
      return data;
    },
    /** The token that the invitation's mail carries; empty when none would be sent. */
    tokenOf: async (invitation: string): Promise<string> => {
      const mail = await call<{ token: string } | null>(world().service, "invitation_mail", { invitation });
      return mail?.token ?? "";
    },
    accept: (person: Member, token: string) => call<unknown>(person.api, "accept_invitation", { token }),
  };
}
