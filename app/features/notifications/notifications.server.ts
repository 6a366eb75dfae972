import { z } from "zod";
import type { Context } from "~/lib/http/context";
import type { Result } from "~/lib/result";
import { lookUpAsUser, mutateAsUser, queryAsVisitor, parseResult } from "~/lib/backend/calls.server";
import type { Choices, Settings } from "./schema";

/** What holds for whoever has chosen nothing; the table has the same defaults. */
const DEFAULTS: Settings = { requirements: "at_once", messages: "at_once", inbox: "daily", version: 0 };

/** Which mails the signed-in one gets, and how often. */
export async function loadSettings(context: Context): Promise<Result<Settings>> {
  const found = await lookUpAsUser(context, (person) =>
    person.from("notification_settings").select("requirements, messages, inbox, version").maybeSingle(),
  );
  return found.ok ? { ok: true, value: found.value ?? DEFAULTS } : found;
}

/** Saves what somebody has chosen, on the version that was read. */
export function saveSettings(context: Context, { version, ...choices }: Choices): Promise<Result<unknown>> {
  return mutateAsUser(context, (person) => person.rpc("set_notifications", { seen: version, ...choices }));
}

const subscriptionSchema = z.object({
  scope: z.enum(["requirements", "messages", "daily"]),
  groups: z.array(z.enum(["requirements", "messages", "inbox"])),
});

/** What a mail's link is about: which mails, and which groups of them it would still switch off. */
export type Subscription = z.output<typeof subscriptionSchema>;

/** Looks at what a mail's link would switch off, and changes nothing; null for a link that nobody was sent. */
export function findSubscription(token: string): Promise<Result<Subscription | null>> {
  const asked = queryAsVisitor((visitor) => visitor.rpc("subscription_by_token", { token }));
  return parseResult(subscriptionSchema.nullable(), asked, 503);
}

/** Switches it off. @returns whether somebody was sent such a link */
export async function unsubscribe(token: string): Promise<Result<boolean>> {
  const answer = await queryAsVisitor((visitor) => visitor.rpc("unsubscribe", { token }));
  return answer.ok ? { ok: true, value: answer.value === true } : answer;
}
