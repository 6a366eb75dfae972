import { randomUUID } from "node:crypto";
import type { SupabaseClient } from "@supabase/supabase-js";
import type { SharedWorld } from "../../suites/world.ts";
import { asking, call } from "../api/asking.ts";
import { requirementOf } from "../api/matrix.ts";
import type { Entries } from "./candidates.ts";

/** What page two and the mail's link say. */
export type Application = {
  title: string;
  company: string | null;
  email: string;
  is_held: boolean;
  is_allowed: boolean;
  shown: Entries & { name: string; digest: string; card: Entries };
};
export type Confirmation = Entries & {
  state: "open" | "confirmed" | "closed" | "over";
  answer_by?: string | null;
  own_token?: string | null;
  shown?: Application["shown"];
  is_allowed?: boolean;
  keep?: boolean;
  others: { title: string; token: string }[];
};

/** The way of applicants through the API, as they go it. */
export function applyingActs(world: () => SharedWorld) {
  const { add, value } = asking(world);

  /** Opens an advert for a new requirement of a company, as one that was written would stand. */
  async function advertise(clientId: string, more: { is_named?: boolean; closes_on?: string } = {}) {
    const requirement = await add("job_requirements", requirementOf(clientId));
    const slug = `welder-pune-${randomUUID().slice(0, 8)}`;
    await world().query(
      `insert into public.adverts (requirement_id, slug, title, place, country, work, body, is_named, opened_at, closes_on)
         values ('${requirement}', '${slug}', 'Welder', 'Pune', 'India', 'permanent', 'Weld pipes.', ${more.is_named ?? false},
                 now(), ${more.closes_on ?? "private.today() + 30"})`,
    );
    return { requirement, slug };
  }

  const freshAddress = () => `${randomUUID()}@applicants.example`;

  /** What page one sends of somebody. */
  const applicant = (more: Entries = {}) => ({
    full_name: "Asha Rao",
    email: freshAddress(),
    phone: "+91 98765 43210",
    city: "Pune",
    notice_period: "30 days",
    skills: ["TIG welding"],
    employer: "Pipes and Sons",
    said: "I have welded pipes for six years.",
    is_adult: true,
    ...more,
  });

  /** Sends page one. @returns the link of page two, or why not */
  async function send(slug: string, entries: Entries, more: Entries = {}, by: SupabaseClient = world().anon) {
    const sent = { slug, form: randomUUID(), entries, is_suspect: false, ...more };
    const made = await call<{ token: string } | [number, string]>(by, "apply_for_job", sent);
    return Array.isArray(made) ? { refused: made, token: "" } : { refused: undefined, token: made.token };
  }

  const applicationOf = (address: string) =>
    value(`select id from private.applications where email = private.normal_address('${address}')
           order by created_at desc limit 1`);
  /** What the mail to an address carries; the application's link whether or not a mail has gone. */
  const linkOf = async (address: string) =>
    value(`select private.application_token('${await applicationOf(address)}', 'confirm')`);

  const read = (token: string) => call<Application | null>(world().anon, "read_application", { token });
  const readLink = (token: string) => call<Confirmation | null>(world().anon, "read_confirmation", { token });
  const press = (token: string, agreed: { digest?: string; keep?: boolean } = {}) =>
    call<unknown>(world().anon, "confirm_application", { token, ...agreed });

  /** All of the way up to where the team has somebody. @returns the entry */
  async function apply(slug: string, more: Entries = {}, mayShow = false): Promise<string> {
    const entries = applicant(more);
    const { token } = await send(slug, entries);
    const digest = mayShow ? (await read(token))!.shown.digest : "";
    const id = await applicationOf(entries.email);
    await press(await linkOf(entries.email), { digest });
    return value(`select entry_id from private.applications where id = '${id}'`);
  }

  /** The mails that ask a mailbox about applications, the oldest first. */
  const mailsTo = (address: string) =>
    world().query(`select id, not_before <= now() as is_due, private.mail_content(id) as content from public.mail_outbox
      where template = 'application_confirm' and private.mailbox_of(address) = private.mailbox_of('${address}') order by created_at`);

  return { advertise, freshAddress, applicant, send, applicationOf, linkOf, read, readLink, press, apply, mailsTo };
}
