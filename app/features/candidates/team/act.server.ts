import { mutateAsUser, type Call } from "~/lib/backend/calls.server";
import type { FormState } from "~/lib/forms/form";
import type { Context } from "~/lib/http/context";
import type { Notice } from "~/lib/http/notice.server";
import type { Result } from "~/lib/result";

/** What was done: what the page says of it, which entry it opens, and who has to be told. */
export type Done = { notice: Notice; open?: string | null; tells?: "mail" | "crm" | "both" };

/** What a form asks for; without `perform` its entries are wrong, or, as `notice` says, it is asked about first. */
export type Act = { state: FormState; notice?: Notice; perform?: (userId: string) => Promise<Result<Done>> };

/**
 * Has the database do something.
 *
 * @param done what is said then, of whatever it came back with
 */
export async function performCall<Value>(
  context: Context,
  call: Call<Value>,
  done: (value: Value) => Done,
): Promise<Result<Done>> {
  const made = await mutateAsUser(context, call);
  return made.ok ? { ok: true, value: done(made.value) } : made;
}
