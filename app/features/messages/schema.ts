import { z } from "zod";
import { moment } from "~/lib/backend/cursor";
import { requiredText } from "~/lib/schema/fields";

/** The longest message, in characters; the database holds the same limit. */
export const LONGEST_MESSAGE = 4_000;

/** A message, and the newest one that its writer's page showed: what came after that they have not seen. */
export const messageSchema = z.object({
  body: requiredText("Enter your message", LONGEST_MESSAGE),
  seen: moment.optional().catch(undefined),
});
