import { asRole, role } from "../access.ts";
import { defineMail } from "../letter.ts";
import { SITE_NAME } from "../names.ts";

/** That another has changed or taken their role in the team. */
export const teamAccessChanged = defineMail({ role: role.nullable() }, (content) =>
  content.role === null
    ? {
        subject: `You are no longer in the team of ${SITE_NAME}`,
        paragraphs: ["Your role has ended. Your account no longer opens the team's pages."],
        button: { label: "Open the site", path: "/" },
        notes: ["If this surprises you, ask an administrator of the team."],
      }
    : {
        subject: `Your role at ${SITE_NAME} has changed`,
        paragraphs: [`In the team you are now ${asRole(content.role)}.`],
        button: { label: "Open the team's pages", path: "/team" },
        notes: ["If this surprises you, ask an administrator of the team."],
      },
);
