import { z } from "zod";
import { omitNulls, parseResult, queryAsVisitor } from "~/lib/backend/calls.server";
import type { Result } from "~/lib/result";
import { answerRecordSchema, jobSchema, listedJobSchema } from "./job/schema";
import type { JobFilters } from "./list/filters";

const foundSchema = z.object({
  open: z.number(),
  found: z.number(),
  jobs: z.array(listedJobSchema),
  /** Instead of them, where nothing was found. */
  newest: z.array(listedJobSchema),
  /** How many there are of whichever kind, and of each kind of work: one job may be of two. */
  of_any_kind: z.number(),
  kinds: z.record(z.string(), z.number()),
  /** Where most of them are. */
  places: z.array(z.object({ place: z.string(), jobs: z.number() })),
  /** How many can be done from home. */
  remote: z.number(),
  record: answerRecordSchema,
  /** What was looked for instead of words that nothing has, and that one letter makes a job's. */
  meant: z.string().optional(),
  /** What these jobs are instead of those that were looked for: near the place, by the words alone, or by some of them. */
  instead: z.enum(["near", "words", "some"]).optional(),
  /** What was looked in, where that is more than the place that was asked for; an older database tells none. */
  region: z.string().nullish(),
});
export type FoundJobs = z.output<typeof foundSchema>;

/** A page of the list of jobs. */
export function findJobs({ words, place, work, page }: JobFilters): Promise<Result<FoundJobs>> {
  const asked = omitNulls({ words: words ?? null, place: place ?? null, work: work ?? null, page });
  return parseResult(
    foundSchema,
    queryAsVisitor((visitor) => visitor.rpc("public_jobs", asked)),
  );
}

const foundJobSchema = z
  .discriminatedUnion("state", [
    z.object({
      state: z.literal("open"),
      job: jobSchema,
      like: z.array(listedJobSchema),
      record: answerRecordSchema,
    }),
    z.object({ state: z.literal("closed"), title: z.string(), like: z.array(listedJobSchema) }),
  ])
  .nullable();
export type FoundJob = NonNullable<z.output<typeof foundJobSchema>>;

/** A job by its address, or that it is closed; null for one that there never was. */
export function findJob(slug: string): Promise<Result<FoundJob | null>> {
  return parseResult(
    foundJobSchema,
    queryAsVisitor((visitor) => visitor.rpc("public_job", { slug })),
  );
}

const feedSchema = z.array(jobSchema.omit({ body: true }));

/** The newest jobs, as a feed has them. */
export function readJobFeed(): Promise<Result<z.output<typeof feedSchema>>> {
  return parseResult(
    feedSchema,
    queryAsVisitor((visitor) => visitor.rpc("public_job_feed")),
  );
}

const addressesSchema = z.array(z.object({ slug: z.string(), updated_at: z.string() }));

/** Where every job is, for search engines. */
export function readJobAddresses(): Promise<Result<z.output<typeof addressesSchema>>> {
  return parseResult(
    addressesSchema,
    queryAsVisitor((visitor) => visitor.rpc("public_job_addresses")),
  );
}

/** So long a page waits that has more to tell than its jobs, in milliseconds. */
const AT_MOST = 1_000;

const ownSchema = z.array(z.object({ slug: z.string(), title: z.string() }));

/** The open jobs of a company that has named itself. */
export function findJobsOf(company: string): Promise<Result<z.output<typeof ownSchema>>> {
  return parseResult(
    ownSchema,
    queryAsVisitor((visitor) => visitor.rpc("public_jobs_of", { company }).abortSignal(AbortSignal.timeout(AT_MOST))),
  );
}
