import type { JobTexts } from "~/content/jobs/texts";
import { SITE_NAME } from "~/lib/config/agency";
import { escapeMarkup } from "~/lib/format/markup";
import { experienceWords, jobPath, dayInWords, payWords, placeWords } from "./job/words";
import type { ListedJob } from "./job/schema";

/** Signs that no XML may hold, even escaped. */
// oxlint-disable-next-line no-control-regex -- control characters are the very thing looked for
const NOT_IN_XML = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]/g;

/** A text within XML. */
function xmlText(text: string): string {
  return escapeMarkup(text.replace(NOT_IN_XML, "")).replaceAll('"', "&quot;");
}

type FeedJob = ListedJob & { updated_at: string | null };

/** What of a job stands in its entry: what its line in the list has. */
function summaryOf(job: FeedJob, texts: JobTexts): string {
  const { facts } = texts;
  return [
    `${job.company ?? facts.unnamed}, ${placeWords(job)}${job.is_remote ? ` ${facts.remote}` : ""}`,
    facts.work[job.work],
    job.pay ? payWords(job.pay, texts) : undefined,
    experienceWords(job, texts),
    job.closes_on === null ? undefined : facts.untilDay(dayInWords(job.closes_on, texts)),
  ]
    .filter(Boolean)
    .join(" · ");
}

/** The newest jobs as an Atom feed (RFC 4287). @param origin the site's public address */
export function jobFeed(jobs: readonly FeedJob[], origin: string, texts: JobTexts): string {
  const updated = jobs
    .map(({ updated_at }) => updated_at ?? "")
    .reduce((one, other) => (one > other ? one : other), "");
  const entries = jobs.map((job) => {
    const url = xmlText(new URL(jobPath(job), origin).href);
    return [
      `<entry><id>${url}</id><title>${xmlText(job.title)}</title><link href="${url}"/>`,
      `<published>${job.opened_at ?? ""}</published><updated>${job.updated_at ?? ""}</updated>`,
      `<summary>${xmlText(summaryOf(job, texts))}</summary></entry>`,
    ].join("");
  });
  return [
    '<?xml version="1.0" encoding="UTF-8"?><feed xmlns="http://www.w3.org/2005/Atom">',
    `<id>${origin}/jobs</id><title>${xmlText(texts.list.feedTitle(SITE_NAME))}</title>`,
    `<link rel="self" href="${origin}/jobs.atom"/><link href="${origin}/jobs"/>`,
    `<author><name>${xmlText(SITE_NAME)}</name></author>`,
    `<updated>${updated || "2026-01-01T00:00:00Z"}</updated>`,
    ...entries,
    "</feed>",
  ].join("");
}
