import { z } from "zod";
import { Constants } from "~/lib/backend/database.types";
import { rowId, searchWords } from "~/lib/format/schema";

const { requirement_status, requirement_priority } = Constants.public.Enums;

/** Anybody can write an address: what is no filter is none. */
const filterSchema = z.object({
  words: searchWords(),
  status: z.enum(requirement_status).optional().catch(undefined),
  priority: z.enum(requirement_priority).optional().catch(undefined),
  /** The recruiter: "me", "nobody", or somebody's id. */
  whose: z
    .union([z.enum(["me", "nobody"]), rowId()])
    .optional()
    .catch(undefined),
  /** The company's id. */
  client: rowId().optional().catch(undefined),
});

/** Which requirements the team's list shows: all of it stands in the address. */
export type RequirementFilters = z.output<typeof filterSchema>;

export function readFilters(search: URLSearchParams): RequirementFilters {
  return withoutUnset(filterSchema.parse(Object.fromEntries(search)));
}

function withoutUnset(filters: RequirementFilters): RequirementFilters {
  return Object.fromEntries(Object.entries(filters).filter(([, value]) => value !== undefined));
}
