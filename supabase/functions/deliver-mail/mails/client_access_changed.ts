import { z } from "zod";
import { ACCESSES, access } from "../access.ts";
import { defineMail } from "../letter.ts";
import { named } from "../names.ts";

/** That another has changed or taken their access to a company. */
export const clientAccessChanged = defineMail(
  {
    company: z.string(),
    access: access.nullable(),
  },
  (content) => {
    const company = named(content.company);
    return content.access === null
      ? {
          subject: "You are no longer a member of a company",
          paragraphs: [`Your access to the company ${company} has ended.`],
          button: { label: "Open the site", path: "/" },
          notes: ["If this surprises you, ask an owner of the company."],
        }
      : {
          subject: "Your access to a company has changed",
          paragraphs: [`In the company ${company} you are now ${ACCESSES[content.access]}.`],
          button: { label: "Open the dashboard", path: "/client-dashboard" },
          notes: ["If this surprises you, ask an owner of the company."],
        };
  },
);
