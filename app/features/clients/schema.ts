import { z } from "zod";
import type { FormKeys } from "~/lib/forms/form";
import { emailAddress, LIMITS, optionalText } from "~/lib/schema/fields";

/** Invites somebody to own a company. */
export const ownerSchema = z.object({
  email: emailAddress(undefined, LIMITS.accountEmail),
  full_name: optionalText("the name", LIMITS.name),
});
export const ownerKeys = { single: ["email", "full_name"] } as const satisfies FormKeys;
