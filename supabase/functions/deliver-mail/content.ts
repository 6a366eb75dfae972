import { z } from "zod";

const role = z.enum(["admin", "hr_manager", "recruiter"]);
const access = z.enum(["owner", "member", "viewer"]);

const invitation = {
  to: z.string(),
  invited_by: z.string().nullable(),
  expires_at: z.iso.datetime({ offset: true }),
  token: z.string(),
};

/**
 * What the database says of a mail (`private.mail_content`), for each template of `mail_outbox`: names and words of our
 * own lists, and no text that somebody wrote.
 */
export const contentSchema = z.discriminatedUnion("template", [
  z.object({ template: z.literal("team_invitation"), ...invitation, role }),
  z.object({ template: z.literal("client_invitation"), ...invitation, access, company: z.string() }),
  z.object({ template: z.literal("team_access_changed"), to: z.string(), role: role.nullable() }),
  z.object({
    template: z.literal("client_access_changed"),
    to: z.string(),
    company: z.string(),
    access: access.nullable(),
  }),
]);

export type Content = z.infer<typeof contentSchema>;
export type Role = z.infer<typeof role>;
export type Access = z.infer<typeof access>;
