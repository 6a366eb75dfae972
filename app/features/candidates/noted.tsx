import { z } from "zod";
import { isolated } from "~/lib/format/text";
import { Moment } from "~/ui/pieces/moment";

/** How a company has said what the team has noted. */
export const notedSchema = z.object({
  how: z.enum(["phone", "mail"]),
  /** Who of the company; not told to candidates. */
  by: z.string().optional(),
  on: z.string(),
  /** Of a former colleague there is none. */
  noted_by: z.string().nullable(),
});

export type Noted = z.output<typeof notedSchema>;

/**
 * That somebody of a company has told the team, how and when, and who has noted it.
 *
 * @param isWithin does it go on with a sentence?
 */
export function NotedWords({ noted, isWithin = false }: { noted: Noted; isWithin?: boolean }) {
  const { how, by, on, noted_by } = noted;
  return (
    <>
      {isWithin ? "told us" : "Told us"} by {how}
      {by && ` by ${isolated(by)}`} on <Moment value={on} />, noted by {isolated(noted_by ?? "a former colleague")}
    </>
  );
}
