import { z } from "zod";
import { moment, type Fact } from "./letter.ts";
import { named } from "./names.ts";

const contact = z.object({ name: z.string(), phone: z.string().nullish() });

/** Whom to ask about a requirement, and what comes next. */
export const outlook = {
  /** The recruiter, as clients see them; of one who is away, until when, and who stands in. */
  in_charge: contact.extend({ away_until: z.iso.date().optional(), stand_in: contact.optional() }).optional(),
  /** By when the team answers. */
  answer_by: moment.optional(),
  /** Until when the company wants it filled. */
  deadline: z.iso.date().optional(),
};

export type Outlook = z.infer<z.ZodObject<typeof outlook>>;

/** The agency's clock, as the site's pages have it (app/lib/config/agency); a test compares the two. */
export const ZONE = "Asia/Kolkata";

/** A moment's day, in words: "6 Dec 2026". A day without a time is that day everywhere. */
export function dayOf(moment: string): string {
  const timeZone = moment.includes("T") ? ZONE : "UTC";
  return new Date(moment).toLocaleDateString("en-GB", { dateStyle: "medium", timeZone });
}

/** A moment's day as a subject has it: "Sun 6 Dec". */
export function weekdayOf(moment: string): string {
  const day = { weekday: "short", day: "numeric", month: "short", timeZone: ZONE } as const;
  return new Date(moment).toLocaleDateString("en-GB", day).replace(",", "");
}

/** A moment in words, with the name of its clock: "23 Nov 2026, 05:35 IST". */
export function momentOf(moment: string): string {
  const words = new Date(moment).toLocaleString("en-GB", { dateStyle: "medium", timeStyle: "short", timeZone: ZONE });
  return `${words} IST`;
}

/** The office's number, where the operator has set one. */
export function officeFacts(office: string | undefined): Fact[] {
  return office === undefined ? [] : [["Our office", office]];
}

/** Who is in charge of a requirement, for its company. */
function recruiterFacts({ in_charge }: Outlook): Fact[] {
  if (!in_charge) return [];
  const { name, phone, away_until, stand_in } = in_charge;
  const away = away_until === undefined ? [] : [`away until ${dayOf(away_until)}`];
  if (!stand_in) return [["Your recruiter", [named(name), phone, ...away].filter(Boolean).join(", ")]];
  return [
    ["Your recruiter", [named(name), ...away].join(", ")],
    ["Stand-in", [named(stand_in.name), stand_in.phone].filter(Boolean).join(", ")],
  ];
}

/** What comes next. @param answer what is said of when the team answers */
export function nextFacts({ answer_by, deadline }: Outlook, answer: string): Fact[] {
  return [
    ...(answer_by === undefined ? [] : [[answer, momentOf(answer_by)] as const]),
    ...(deadline === undefined ? [] : [["Deadline", dayOf(deadline)] as const]),
  ];
}

/** Whom a company asks about a requirement, and what comes next. @param office the office's number */
export function companyFacts(outlook: Outlook, office: string | undefined): Fact[] {
  return [...recruiterFacts(outlook), ...officeFacts(office), ...nextFacts(outlook, "We answer by")];
}
