import { z } from "zod";
import type { FormKeys } from "~/lib/forms/form";
import { requiredText } from "~/lib/schema/fields";
import { LONGEST_REASON, seen } from "~/features/requirements/team/work";

/** A company withdraws its requirement, and says why. */
export const withdrawSchema = z.object({ ...seen, reason: requiredText("Enter the reason", LONGEST_REASON) });
export const withdrawKeys = { single: ["reason", "version", "since"] } as const satisfies FormKeys;
