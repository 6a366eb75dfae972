import { mutateAsUser, parseResult, queryAsUser } from "~/lib/backend/calls.server";
import type { Context } from "~/lib/http/context";
import type { Result } from "~/lib/result";
import { audienceSchema, type Audience } from "~/lib/schema/audience";

/** Who of a requirement's company sees what the team does there; null for one that is not there. */
export function loadAudience(context: Context, requirement: string): Promise<Result<Audience | null>> {
  return parseResult(
    audienceSchema.nullable(),
    queryAsUser(context, (person) => person.rpc("requirement_audience", { requirement })),
  );
}

/** Sends an invitation to a company again, with a new link. */
export function resendClientInvitation(context: Context, invitation: string): Promise<Result<unknown>> {
  return mutateAsUser(context, (person) => person.rpc("resend_invitation", { invitation }));
}
