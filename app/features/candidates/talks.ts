import { z } from "zod";
import { talkChannels } from "~/content/talk-channels";

const text = z.string().nullable();

/** A talk with a candidate, or a note about one, as the database answers it. */
export const talkSchema = z.object({
  id: z.string(),
  /** Null for a note. */
  channel: z.enum(talkChannels.map(([name]) => name)).nullable(),
  body: z.string(),
  created_at: z.string(),
  author: text,
  entry_id: text,
  /** For which job; null for none. */
  job_title: text,
});

/** What the team does next about somebody, and whose day it is in. */
export const nextStepSchema = z.object({ on: z.string(), words: text, by: text });
