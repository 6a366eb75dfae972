import { z } from "zod";
import { isolated } from "~/lib/format/text";
import { listTitles } from "~/lib/format/titles";

/** Who of a company sees what the team writes and shows, and who is invited and not there yet. */
export const audienceSchema = z.object({
  client_id: z.string(),
  company: z.string(),
  people: z.array(
    z.object({
      name: z.string().nullable(),
      /** Do they want mails of this group? */
      requirements: z.boolean(),
      messages: z.boolean(),
    }),
  ),
  invited: z.array(z.object({ id: z.string(), email: z.string(), issued_at: z.string(), is_expired: z.boolean() })),
});

export type Audience = z.output<typeof audienceSchema>;

/** Has anybody of the company an account? */
export function isAnybodyThere({ people }: Audience): boolean {
  return people.length > 0;
}

/**
 * Who is mailed about what was just done, and who sees it without a mail: what happens, and not what was meant.
 *
 * @param group the mails that it is told by
 */
export function effectWords({ company, people }: Audience, group: "requirements" | "messages"): string {
  if (people.length === 0) return `No one at ${isolated(company)} has an account, so no one there can see it yet.`;
  const mailed = people.filter((person) => person[group]).map(({ name }) => isolated(name ?? "someone without a name"));
  const others = people.length - mailed.length;
  if (mailed.length === 0) {
    return `No mail goes out: ${people.length === 1 ? "its one reader has" : "they have"} switched these mails off. They see it when they sign in.`;
  }
  const rest = others === 0 ? "" : ` ${others === 1 ? "1 other sees" : `${others} others see`} it when they sign in.`;
  return `A mail goes to ${listTitles(mailed)}.${rest}`;
}
