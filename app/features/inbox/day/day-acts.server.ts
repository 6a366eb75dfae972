import { mutateAsUser, omitNulls, type Call } from "~/lib/backend/calls.server";
import type { Context } from "~/lib/http/context";
import type { Result } from "~/lib/result";
import type { DayAct } from "./day-acts";

/** What the day itself does; the rest is done as on a requirement's candidates. */
export type OwnDayAct = Extract<DayAct, { name: "deal" | "join" | "finish" | "remind" }>;

function callOf(act: OwnDayAct): Call<unknown> {
  switch (act.name) {
    case "deal":
      return (person) => person.rpc("deal_with_answer", { entry: act.id, seen: act.seen });
    case "join":
      return (person) => person.rpc("mark_entry", { entry: act.id, seen: act.seen, state: "joined" });
    case "remind":
      return (person) => person.rpc("remind_candidate", { entry: act.id });
    case "finish":
      return (person) =>
        person.rpc(
          "finish_next_step",
          omitNulls({ candidate: act.candidate, entry: act.entry || null, seen_next: act.next_on }),
        );
  }
}

/** Does what a button of a day asks for, on the version that was seen. */
export function performDayAct(context: Context, act: OwnDayAct): Promise<Result<unknown>> {
  return mutateAsUser(context, callOf(act));
}
