import { z } from "zod";
import type { Context } from "~/lib/http/context";
import { pageOf, readPlace } from "~/lib/backend/cursor";
import { Constants } from "~/lib/backend/database.types";
import type { Result } from "~/lib/result";
import { audienceSchema } from "~/lib/schema/audience";
import { mutateAsUser, parseResult } from "~/lib/backend/calls.server";

const { requirement_status, requirement_priority } = Constants.public.Enums;

const messageSchema = z.object({
  id: z.string(),
  side: z.enum(["client", "team"]),
  is_own: z.boolean(),
  /** Empty for somebody who has none, null for somebody who has left. */
  name: z.string().nullable(),
  body: z.string(),
  created_at: z.string(),
});

/** A message as its readers see it. */
export type Message = z.output<typeof messageSchema>;

/** What `open_messages` answers. */
const threadSchema = z.object({
  id: z.string(),
  job_title: z.string(),
  status: z.enum(requirement_status),
  priority: z.enum(requirement_priority),
  company: z.string(),
  /** For the team alone. */
  client_id: z.string().optional(),
  recruiter: z
    .object({
      display_name: z.string(),
      away_until: z.string().nullable(),
      stand_in: z.object({ display_name: z.string() }).nullable(),
    })
    .nullable(),
  /** Its line in the inbox, for the team. */
  item_id: z.string().nullable(),
  may_write: z.boolean(),
  /** For the team: who of the company reads what is written. */
  audience: audienceSchema.nullish(),
  /** Of the requirement's candidates, how many its company has to answer about. */
  candidates: z.object({ waiting: z.number() }),
  /** When the first message came that the reader had not seen; null when there was none. */
  new_since: z.string().nullable(),
  /** To a company: since when the team's last words wait for its answer, whoever has opened them. */
  unanswered_since: z.string().nullish(),
  messages: z.array(messageSchema),
});

/** What a company and the team have said about a requirement: one page of it, the oldest first. */
export type Thread = z.output<typeof threadSchema> & {
  /** Where the messages before these are; null on the first page. */
  earlier: string | null;
};

const PAGE_SIZE = 25;

/**
 * Opens the messages of a requirement, and marks them as read by the caller.
 *
 * @param cursor where the page ends; anything else means the newest
 * @returns null for a requirement that is not there, or not theirs to see
 */
export async function openThread(context: Context, id: string, cursor: string | null): Promise<Result<Thread | null>> {
  const place = readPlace(cursor);
  const asked = mutateAsUser(context, (person) =>
    person.rpc("open_messages", {
      requirement: id,
      ...(place ? { before_key: place[0], before_id: place[1] } : {}),
    }),
  );
  const thread = await parseResult(threadSchema, asked);
  if (!thread.ok) return thread.status === 404 ? { ok: true, value: null } : thread;
  const { rows, next } = pageOf(thread.value.messages, PAGE_SIZE);
  return { ok: true, value: { ...thread.value, messages: rows.reverse(), earlier: next } };
}

/**
 * Writes a message as the signed-in person, once.
 *
 * @param side whose page it was written on: to the other side that is not there
 * @param formId the same for a form that comes twice
 */
export function postMessage(
  context: Context,
  id: string,
  { body, seen }: { body: string; seen?: string | undefined },
  { side, formId }: { side: Message["side"]; formId: string },
) {
  return mutateAsUser(context, (person) =>
    person.rpc("post_message", {
      requirement: id,
      body,
      form: formId,
      from_side: side,
      ...(seen === undefined ? {} : { seen }),
    }),
  );
}

/** Says for one's company that the team's words need no answer. @param seen when the newest came that was seen */
export function needNoAnswer(context: Context, requirement: string, seen: string) {
  return mutateAsUser(context, (person) => person.rpc("need_no_answer", { requirement, seen }));
}
