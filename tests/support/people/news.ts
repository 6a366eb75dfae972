import type { SupabaseClient } from "@supabase/supabase-js";
import type { Member, World } from "../../suites/world.ts";
import { call } from "../api/asking.ts";
import { mailTo } from "../services/mailbox.ts";
import { sendDueMails } from "./candidate-pages.ts";
import { connect, type BackendAccess, type Person } from "./people.ts";
import { fileRequirement } from "./requirements.ts";

/** A row of the outbox. */
export type OutboxRow = {
  id: string;
  template: string;
  dedupe_key: string;
  bundle: string | null;
  bundled_in: string | null;
  not_before: string;
  created_at: string;
  next_attempt_at: string | null;
  sent_at: string | null;
  skipped_at: string | null;
};

/** What the database says of a mail about requirements and the inbox. */
export type NewsContent = {
  template: "news";
  to: string;
  side: string;
  is_daily: boolean;
  about: object[];
  inbox: object | null;
  reply_to: string | null;
  unsubscribe: string;
};

type Claimed = { id: string; dedupe_key: string; content: NewsContent };

/** What the suites about mails of news do with the outbox, and the clock that they can't wait for. */
export class NewsDesk {
  readonly #world: World;
  readonly #service: SupabaseClient;

  constructor(world: World) {
    this.#world = world;
    this.#service = world.service;
  }

  /** Writes a message, as the pages' function does. */
  async write(row: { requirement_id: string; author: string; side: string; body: string }): Promise<void> {
    const { error } = await this.#service.from("requirement_messages").insert(row);
    if (error) throw error;
  }

  /** Everything that was ever queued for somebody but what can't be switched off, the oldest first. */
  async rowsFor({ userId }: Member): Promise<OutboxRow[]> {
    const { data, error } = await this.#service
      .from("mail_outbox")
      .select("*")
      .eq("user_id", userId)
      .not("bundle", "is", null)
      .order("created_at")
      .order("id")
      .returns<OutboxRow[]>();
    if (error) throw error;
    return data;
  }

  async #advance(userId: string, wasTried: boolean): Promise<void> {
    await this.#world.query(
      `update public.mail_outbox set not_before = now() - interval '1 second', next_attempt_at = now() - interval '1 second'
        where user_id = '${userId}' and next_attempt_at is not null and first_attempt_at is ${wasTried ? "not" : ""} null`,
    );
  }

  /** Lets the time come of what waits for somebody. */
  makeDue({ userId }: Member): Promise<void> {
    return this.#advance(userId, false);
  }

  /** Lets the time come of what has been tried. */
  makeDueAgain({ userId }: Member): Promise<void> {
    return this.#advance(userId, true);
  }

  /** One run's claim, as far as it is news for somebody; what is no news and due to others counts as sent. */
  async claimFor({ email, userId }: Member): Promise<Claimed[]> {
    await this.#world.query(`update public.mail_outbox set sent_at = now(), next_attempt_at = null
      where next_attempt_at <= now() and bundle is null and user_id is distinct from '${userId}'`);
    const claimed = await call<Claimed[]>(this.#service, "claim_mails", { most: 1000 });
    return claimed.filter(({ content }) => content.to === email && content.template === "news");
  }

  async settle(delivery: string, problem: string | null = null): Promise<void> {
    await call(this.#service, "settle_mail", { delivery, problem });
  }

  /** Sends everything that waits for somebody. @returns what it said, in order */
  async contentsFor(person: Member): Promise<NewsContent[]> {
    await this.makeDue(person);
    const claimed = await this.claimFor(person);
    for (const { id } of claimed) await this.settle(id);
    return claimed.map(({ content }) => content);
  }

  /** Chooses, on whatever was chosen before. */
  async choose({ api }: Member, choices: Record<string, string>): Promise<void> {
    const { data } = await api.from("notification_settings").select("version").maybeSingle<{ version: number }>();
    const made = await call(api, "set_notifications", { seen: data?.version ?? 0, ...choices });
    if (typeof made !== "number") throw new Error(`not chosen: ${JSON.stringify(made)}`);
  }

  /** Lets somebody have been of the team for long. */
  async joinedBefore({ userId }: Member): Promise<void> {
    await this.#world.query(
      // As the table's owner, past the trigger that keeps the date.
      `do $$ begin
         alter table public.team_members disable trigger user;
         update public.team_members set created_at = '2026-01-01' where user_id = '${userId}';
         alter table public.team_members enable trigger user;
       end $$`,
    );
  }

  /** To whom the morning's mail would be due at a moment. */
  async summariesDue(moment: string): Promise<unknown[]> {
    const due = await this.#world.query(`select user_id from private.inbox_readers_due('${moment}')`);
    return due.map(({ user_id }) => user_id);
  }

  async queueSummaries(moment: string): Promise<void> {
    await this.#world.query(`select private.queue_inbox_summaries('${moment}')`);
  }
}

/** Lets the time come of the mails that wait for somebody, and has everything sent that is due. */
export async function sendWaitingMails(access: BackendAccess, { userId }: { userId: string }): Promise<void> {
  const service = connect(access.url, access.keys.secret_key);
  const { error } = await service
    .from("mail_outbox")
    .update({ not_before: "2020-01-01" })
    .eq("user_id", userId)
    .not("next_attempt_at", "is", null);
  if (error) throw error;
  await sendDueMails(access);
}

/** A requirement with somebody of the team in charge, who has written to its company. @returns its id */
export async function writeToClient(
  access: BackendAccess,
  client: Person,
  recruiter: Person,
  title = "Welder",
): Promise<string> {
  const service = connect(access.url, access.keys.secret_key);
  const id = await fileRequirement(client, { job_title: title });
  const named = await recruiter.api.rpc("set_recruiter", { requirement: id, seen: 1, person: recruiter.userId });
  if (named.error) throw named.error;
  const words = { requirement_id: id, author: recruiter.userId, side: "team", body: "Come at nine" };
  const written = await service.from("requirement_messages").insert(words);
  if (written.error) throw written.error;
  return id;
}

/** Where the link leads that switches off the mails somebody is waiting for. */
export async function mailedUnsubscribePath(access: BackendAccess, person: Person): Promise<string> {
  await sendWaitingMails(access, person);
  // Another's run of the function may have it in hand.
  for (let tries = 0; ; tries += 1) {
    const links = (await mailTo(access.url, person.email)).flatMap((mail) => mail.links);
    const link = links.find((each) => each.includes("/unsubscribe?"));
    if (link !== undefined) return pathOf(link);
    if (tries === 100) throw new Error(`no mail of news came to ${person.email}`);
    await new Promise((resolve) => setTimeout(resolve, 200));
  }
}

function pathOf(link: string): string {
  const { pathname, search } = new URL(link);
  return pathname + search;
}
