import { z } from "zod";
import type { Context } from "~/lib/http/context";
import type { Result } from "~/lib/result";
import { isRowId } from "~/lib/schema/fields";
import { mutateAsUser, parseResult } from "~/lib/backend/calls.server";
import type { Absence } from "./schema";

const workSchema = z.object({ requirements: z.number(), companies: z.number(), items: z.number() });

/** What somebody has in hand; of a thousand and more of a kind, a thousand. */
export type Work = z.output<typeof workSchema>;

/** Asks what somebody has in hand: their own, or as an admin; 404 for somebody who is not of the team. */
export async function loadWork(context: Context, person: string): Promise<Result<Work>> {
  if (!isRowId(person)) return { ok: false, message: "person_not_found", status: 404 };
  const asked = mutateAsUser(context, (caller) => caller.rpc("work_in_hand", { person }));
  return parseResult(workSchema, asked);
}

/** The most calls that one post makes: each hands over a part of what is very much. */
const MOST_CALLS = 10;

/** Calls what hands over a part at a time, until all has gone. @returns whether it has */
export async function untilDone(call: () => Promise<Result<boolean | null>>): Promise<Result<boolean>> {
  let done: Result<boolean | null> = { ok: true, value: false };
  for (let calls = 0; calls < MOST_CALLS && done.ok && !done.value; calls += 1) done = await call();
  return done.ok ? { ok: true, value: done.value === true } : done;
}

/** Says from when until when somebody is away, and who stands in. @returns whether all that was to be handed over has gone */
export function setAbsence(
  context: Context,
  person: string,
  { begins_on, until, stand_in, hands_over }: Absence,
): Promise<Result<boolean>> {
  return untilDone(() =>
    mutateAsUser(context, (caller) =>
      caller.rpc("set_absence", { person, until, stand_in, hands_over, ...(begins_on === null ? {} : { begins_on }) }),
    ),
  );
}

/** Says that somebody is back. */
export function endAbsence(context: Context, person: string): Promise<Result<unknown>> {
  return mutateAsUser(context, (caller) => caller.rpc("end_absence", { person }));
}
