import { z } from "zod";
import { readDate } from "~/lib/schema/dates";
import { rowId, searchWords, type Options } from "~/lib/schema/fields";

/** What somebody can have done, as the log tells it. */
export const deeds = [
  ["role_changed", "Roles given and taken"],
  ["work_handed_over", "Work handed over"],
  ["absence_set", "Absences"],
  ["details_changed", "Details of colleagues"],
  ["invited", "Invitations"],
  ["invitation_accepted", "Invitations accepted"],
  ["invitation_revoked", "Invitations revoked"],
  ["access_changed", "Access to companies"],
  ["company_changed", "Companies' profiles"],
  ["recruiter_named", "Recruiters named"],
  ["advert_opened", "Adverts opened"],
  ["advert_closed", "Adverts closed"],
  ["item_given", "Items assigned"],
  ["item_taken", "Items taken from others"],
  ["exported", "Lists downloaded"],
  ["person_erased", "Erasures"],
  ["contact_opened", "Candidates' contacts opened"],
  ["cards_sent", "Candidates' cards sent"],
  ["answer_changed", "Answers changed"],
  ["answer_deleted", "Answers deleted"],
  ["never_removed", "Companies allowed to see candidates again"],
  ["address_changed", "Candidates' addresses changed"],
  ["number_changed", "Candidates' numbers changed after a question"],
  ["asked_by_phone", "Candidates asked by phone"],
  ["candidates_imported", "Candidates imported"],
  ["import_undone", "Imports of candidates undone"],
  ["candidates_merged", "Records of candidates merged"],
  ["candidate_erased", "Candidates erased"],
] as const satisfies Options;

const day = z.string().transform(readDate).optional();

/** Anybody can write an address: what is no filter is none. */
const filterSchema = z.object({
  person: rowId().optional().catch(undefined),
  deed: z
    .enum(deeds.map(([name]) => name))
    .optional()
    .catch(undefined),
  company: searchWords(),
  from: day,
  to: day,
});

/** Which lines of the log are shown: all of it stands in the address. */
export type ActivityFilters = z.output<typeof filterSchema>;

export function readActivityFilters(search: URLSearchParams): ActivityFilters {
  const filters = filterSchema.parse(Object.fromEntries(search));
  return Object.fromEntries(Object.entries(filters).filter(([, value]) => value !== undefined));
}
