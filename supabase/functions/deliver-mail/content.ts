import { z } from "zod";
import { statuses } from "./statuses.ts";

const role = z.enum(["admin", "hr_manager", "recruiter"]);
const access = z.enum(["owner", "member", "viewer"]);

/** What there is of every mail, and of this kind. */
function mail<Template extends string, Fields extends z.ZodRawShape>(template: Template, fields: Fields) {
  return z.object({ template: z.literal(template), to: z.string(), ...fields });
}

const moment = z.iso.datetime({ offset: true });

const invitation = {
  invited_by: z.string().nullable(),
  expires_at: moment,
  token: z.string(),
};

/** Whom to ask about a requirement, and what comes next. */
const outlook = {
  /** The recruiter, as clients see them. */
  in_charge: z.object({ name: z.string(), phone: z.string().nullish() }).optional(),
  /** By when the team answers. */
  answer_by: moment.optional(),
  /** Until when the company wants it filled. */
  deadline: z.iso.date().optional(),
};

const requirementNews = z.object({
  ...outlook,
  id: z.uuid(),
  title: z.string(),
  /** To the team: whose it is. */
  company: z.string().optional(),
  /** To the company: the status that it has now. */
  status: z.enum(statuses).optional(),
  /** Of one that is filled: how many of its positions, which is none where nobody has said, and when they begin. */
  outcome: z
    .object({ positions: z.number().int(), filled: z.number().int(), begin_on: z.iso.date().nullish() })
    .optional(),
  /** To the company: a colleague has withdrawn it; who, as far as that is known. */
  withdrawal: z.object({ by: z.string().optional() }).optional(),
  /** To the company: who looks after it now. */
  recruiter: z.string().optional(),
  /** To the team: they have been put in charge of it. */
  is_new: z.boolean().optional(),
  is_withdrawn: z.boolean().optional(),
  /** Which fields the other side has changed. */
  edited: z.array(z.string().regex(/^[a-z_]+$/)).optional(),
  messages: z.number().int(),
  authors: z.array(z.string()),
  /** To the company: how many candidates wait for its answer, some of whom are new. */
  candidates: z.number().int().optional(),
  /** To the team: about how many candidates the company has answered. To both sides: how many are no longer shown. */
  answers: z.number().int().optional(),
  /** How many of these answers are which; an older database tells none. */
  verdicts: z.partialRecord(z.enum(["interview", "maybe", "no", "known"]), z.number().int()).optional(),
  withdrawn: z.number().int().optional(),
  /** To the team: how many candidates have agreed and are to be shown, some of whom are new, and how many have said no. */
  agreed: z.number().int().optional(),
  refused: z.number().int().optional(),
  /** To the company: how many of those it had chosen Interview for. */
  withdrawn_opened: z.number().int().optional(),
  /** To a company that wants it: how the first message of the team's begins. */
  beginning: z.string().optional(),
  /** To the company: may the receiver write, or only read? */
  may_answer: z.boolean().optional(),
});

/** What of the inbox there is to do. */
const inboxNews = z.object({
  unclaimed: z.number().int(),
  overdue: z.number().int(),
  mine: z.number().int(),
  /** The reader's day (`private.day_of`); an older database tells none. */
  day: z
    .array(
      z.object({
        name: z.enum(["due", "back", "messages", "agreed", "refused", "waiting", "candidates", "deadline", "silent"]),
        total: z.number().int(),
        rows: z.array(
          z.object({
            id: z.uuid(),
            is_item: z.boolean(),
            kind: z.enum(["contact", "posting", "consultation", "requirement"]),
            title: z.string().nullable(),
            company: z.string().nullable(),
            unread: z.number().int(),
            /** How many candidates it is about; an older database counts none. */
            people: z.number().int().default(0),
          }),
        ),
      }),
    )
    .default([]),
});

/** Of a job what its candidate may know before they decide: words of our own lists, and skills as its company calls them. */
const jobFacts = z.object({ work: z.string().max(200), skills: z.array(z.string()).max(5) });

/** Who writes to a candidate: the recruiter, as they may be reached. */
const writer = {
  first_name: z.string(),
  recruiter: z.object({ name: z.string(), email: z.string().optional(), phone: z.string().optional() }).optional(),
  reply_to: z.string().optional(),
};

/**
 * What the database says of a mail (`private.mail_content`), for each kind of them: names, titles and words of our own
 * lists. Of texts that somebody wrote there are two, both the team's: a reply, with what it answers, and how a message
 * begins.
 */
export const contentSchema = z.discriminatedUnion("template", [
  mail("team_invitation", { ...invitation, role }),
  mail("client_invitation", {
    ...invitation,
    access,
    company: z.string(),
    /** A form of the site has named this address, and the team answers it. */
    is_from_form: z.boolean().optional(),
  }),
  mail("team_access_changed", { role: role.nullable() }),
  mail("client_access_changed", {
    company: z.string(),
    access: access.nullable(),
  }),
  /** Somebody is away, up to and with a day, and the receiver stands in. */
  mail("stand_in", { name: z.string(), until: z.iso.date() }),
  mail("password_changed", { changed_at: moment }),
  mail("requirement_converted", {
    id: z.uuid(),
    title: z.string(),
    company: z.string(),
    /** Was it made of a form of the public website? The others nobody has sent: they called, wrote or came by. */
    is_from_form: z.boolean().default(true),
    /** Has the form named this very address, or only the company? */
    is_named: z.boolean(),
    /** The recruiter's. */
    reply_to: z.string().nullish(),
    ...outlook,
  }),
  mail("receipt", {
    kind: z.enum(["contact", "posting", "consultation"]),
    /** How a message came; what is no form somebody of the team has written down. */
    source: z.enum(["form", "phone", "whatsapp", "walk_in", "email"]).default("form"),
    /** What it is called: made by the database, of an id. */
    reference: z.string().regex(/^([A-Z]\d){4}$/),
    /** Nothing, when it has been answered. */
    answer_by: moment.optional(),
  }),
  mail("item_reply", {
    kind: z.enum(["contact", "posting", "consultation"]),
    /** What somebody of the team has written. */
    body: z.string(),
    /** What it answers, and when that came; anybody may have sent it with this address. */
    quoted: z.string().optional(),
    came_at: moment,
    /** Who has written it, as long as they are of the team. */
    author: z.string().optional(),
    phone: z.string().optional(),
    reply_to: z.string().optional(),
  }),
  mail("candidate_ask", {
    ...writer,
    purpose: z.enum(["keep", "show"]),
    basis: z.enum(["consent", "legitimate_interest"]),
    /** Of a question about showing: which job, where, and at which company. */
    job_title: z.string().optional(),
    location: z.string().optional(),
    company: z.string().optional(),
    about: jobFacts.optional(),
    token: z.string(),
  }),
  mail("candidate_code", {
    first_name: z.string(),
    code: z.string().regex(/^\d{6}$/),
    expires_at: moment,
  }),
  mail("candidate_link", { first_name: z.string(), token: z.string() }),
  mail("candidate_moved", { first_name: z.string() }),
  mail("candidate_news", {
    ...writer,
    /** They were shown, a company has words for them, or wants to meet them. */
    kind: z.enum(["shown", "words", "interview"]),
    job_title: z.string(),
    company: z.string(),
    token: z.string(),
  }),
  mail("candidates_waiting", {
    ...outlook,
    id: z.uuid(),
    title: z.string(),
    waiting: z.number().int(),
    waiting_since: moment,
    reply_to: z.string().optional(),
  }),
  mail("news", {
    side: z.enum(["company", "team"]),
    /** A day's mail; else one about what has just happened to one requirement, or to several that were too many for one each. */
    is_daily: z.boolean(),
    about: z.array(requirementNews),
    inbox: inboxNews.nullable(),
    /** To the company: the address of the recruiter who looks after all of these. */
    reply_to: z.string().nullish(),
    /** The token of the link that switches such mails off. */
    unsubscribe: z.string(),
  }),
]);

export type Content = z.infer<typeof contentSchema>;
export type CandidateMail = Extract<Content, { template: `candidate_${string}` | "candidates_waiting" }>;
export type Role = z.infer<typeof role>;
export type Access = z.infer<typeof access>;
export type Reply = Extract<Content, { template: "item_reply" }>;
export type Receipt = Extract<Content, { template: "receipt" }>;
export type Outlook = Pick<RequirementNews, keyof typeof outlook>;
export type News = Extract<Content, { template: "news" }>;
export type Day = NonNullable<News["inbox"]>["day"];
export type RequirementNews = z.infer<typeof requirementNews>;
