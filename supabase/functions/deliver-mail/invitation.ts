import { z } from "zod";
import { moment } from "./letter.ts";
import { dayOf } from "./outlook.ts";

/** What every invitation's mail knows. */
export const invitation = {
  invited_by: z.string().nullable(),
  expires_at: moment,
  token: z.string(),
};

/** The one thing to do with an invitation. */
export function invitationButton(token: string) {
  return { label: "See the invitation", path: `/invitation?token=${encodeURIComponent(token)}` };
}

/** What else whoever is invited should know. */
export function invitationNotes(expiresAt: string): string[] {
  return [
    `Opening the page changes nothing yet. The invitation is for this address alone, and stays open until ${dayOf(expiresAt)}.`,
    "Do not forward this message: its link can open the account of this address.",
    "If you did not expect it, ignore this message.",
  ];
}
