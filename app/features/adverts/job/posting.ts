import { escapeMarkup } from "~/lib/format/markup";
import { SITE_NAME, ZONE } from "~/lib/config/agency";
import { toLocalTime } from "~/lib/format/zoned-time";
import { readBody } from "./body";
import type { Job, Pay, Work } from "./schema";

/** A kind of work, as schema.org has it. */
const EMPLOYMENT: Record<Work, string> = {
  permanent: "FULL_TIME",
  full_time: "FULL_TIME",
  part_time: "PART_TIME",
  contract: "CONTRACTOR",
  temporary: "TEMPORARY",
};

/** An advert's text as markup, the same that its page has. */
function bodyMarkup(body: string): string {
  return readBody(body)
    .map((block) => {
      if (block.kind === "heading") return `<h3>${escapeMarkup(block.text)}</h3>`;
      if (block.kind === "list")
        return `<ul>${block.items.map((item) => `<li>${escapeMarkup(item)}</li>`).join("")}</ul>`;
      return `<p>${block.lines.map(escapeMarkup).join("<br>")}</p>`;
    })
    .join("");
}

function salary({ min, max, currency, unit }: Pay) {
  const value =
    min !== null && min === max ? { value: min } : { minValue: min ?? undefined, maxValue: max ?? undefined };
  return {
    "@type": "MonetaryAmount",
    currency,
    value: { "@type": "QuantitativeValue", ...value, unitText: unit.toUpperCase() },
  };
}

/**
 * A job as search engines take it: nothing that its page does not say (docs/decisions/hire.md). A company that has not named
 * itself is "confidential"; pay stands there where it is told.
 *
 * @param url the page's public address
 */
export function jobPosting(job: Job, url: string) {
  const country = { "@type": "Country", name: job.country };
  return {
    "@type": "JobPosting",
    title: job.title,
    description: bodyMarkup(job.body),
    identifier: { "@type": "PropertyValue", name: SITE_NAME, value: job.slug },
    url,
    datePosted: job.opened_at === null ? undefined : toLocalTime(new Date(job.opened_at), ZONE).slice(0, 10),
    // The last second of the last day, where the agency is.
    validThrough: job.closes_on === null ? undefined : `${job.closes_on}T23:59:59+05:30`,
    employmentType: EMPLOYMENT[job.work],
    hiringOrganization: job.company === null ? "confidential" : { "@type": "Organization", name: job.company },
    jobLocation: {
      "@type": "Place",
      address: { "@type": "PostalAddress", addressLocality: job.place, addressCountry: job.country },
    },
    ...(job.is_remote && { jobLocationType: "TELECOMMUTE", applicantLocationRequirements: country }),
    ...(job.pay && { baseSalary: salary(job.pay) }),
    ...(job.min_experience !== null &&
      job.min_experience > 0 && {
        experienceRequirements: {
          "@type": "OccupationalExperienceRequirements",
          monthsOfExperience: job.min_experience * 12,
        },
      }),
    ...(job.skills.length > 0 && { skills: job.skills.join(", ") }),
    directApply: true,
  };
}
