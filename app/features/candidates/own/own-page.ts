import { z } from "zod";
import { cardSchema, sealSchema } from "~/features/candidates/card";
import { notedSchema } from "~/features/candidates/noted";
import { recordSchema, sharedEntrySchema } from "~/features/candidates/record";

const recruiterSchema = z.object({ name: z.string(), email: z.string().nullish(), phone: z.string().nullish() });

/** How the agency's colleague is reached. */
export type Recruiter = z.output<typeof recruiterSchema>;

/** What a job is and asks for, as far as its candidate may know before they decide. */
const aboutSchema = z.object({
  work: z.string(),
  skills: z.array(z.string()),
  /** In a year, where its company agrees that candidates are told. */
  pay: z
    .object({
      from: z.number().nullable(),
      to: z.number().nullable(),
      currency: z.string(),
      /** Where it is not told for a year. */
      unit: z.enum(["hour", "day"]).optional(),
      /** What it is said for first; none stands for a year. */
      told_for: z.enum(["hour", "day", "month", "year"]).optional(),
    })
    .nullish(),
});

/** By what somebody knows a job that they have applied for. */
const appliedSchema = z.object({
  title: z.string(),
  at: z.string(),
  /** Could the advert not name its company? */
  was_confidential: z.boolean(),
});

export type AppliedFor = z.output<typeof appliedSchema>;

export type About = z.output<typeof aboutSchema>;

/** What a mail's link is about, as the database answers it. */
export const questionSchema = z.object({
  purpose: z.enum(["keep", "show", "page"]),
  first_name: z.string(),
  state: z.enum(["open", "given", "refused", "withdrawn", "changed", "closed", "ended"]),
  /** The mail was about another card: what it asked, this question asks anew. */
  is_replaced: z.boolean().default(false),
  /** Until when a no can be undone: nobody is told of it before. */
  undo_until: z.string().optional(),
  /** After that, and after a yes that was taken back: may they ask to be asked after all, and have they? */
  may_reconsider: z.boolean().default(false),
  is_reconsidered: z.boolean().default(false),
  /** Have they said that this company must not learn of them? */
  is_never: z.boolean().default(false),
  job_title: z.string().optional(),
  location: z.string().optional(),
  company: z.string().optional(),
  /** Would the card go to the company by mail or on paper? */
  is_by_mail: z.boolean().default(false),
  about: aboutSchema.optional(),
  applied: appliedSchema.optional(),
  basis: z.enum(["consent", "legitimate_interest"]),
  recruiter: recruiterSchema.optional(),
  /** What the recruiter says beside the question, in their own words. */
  asker_words: z.string().optional(),
  /** Since when they want to be rung before they answer. */
  call_wanted_at: z.string().optional(),
  /** Did the link go to a telephone, so that the link alone answers? */
  is_by_phone: z.boolean().default(false),
  /** Did it go there at all, also where a colleague has asked anew since, by a link of their own? */
  is_phone_link: z.boolean().default(false),
  /** When all of it is deleted, as they want by such a link. */
  erase_at: z.string().optional(),
  shown_at: z.string().optional(),
  /** The card that a yes would be to, by its digest. */
  shown: z
    .object({
      entry: z.string(),
      digest: z.string(),
      name: z.string(),
      card: cardSchema,
      pitch: z.string().nullable().default(null),
      is_blind: z.boolean(),
      seal: sealSchema,
    })
    .optional(),
  /** A code is on its way, or in the mailbox, and works. */
  has_code: z.boolean(),
  /** One was sent within the hour, and works no more. */
  had_code: z.boolean(),
});

/** What a mail's link is about, as whoever has it may know before they have shown whose mailbox it is. */
export type Question = z.output<typeof questionSchema>;

const entrySchema = sharedEntrySchema.extend({
  /** The card is being made anew: another question comes. */
  is_changed: z.boolean(),
  /** Names the card: a yes is to this one. */
  digest: z.string(),
  company: z.string().nullable(),
  job_title: z.string(),
  location: z.string().nullable(),
  about: aboutSchema,
  applied: appliedSchema.nullish(),
  is_open: z.boolean(),
  /** Since when the company sees nothing of it any more, or since they have said no. */
  ended_at: z.string().nullable(),
  undo_until: z.string().nullable(),
  is_reconsidered: z.boolean(),
  /** It has ended since they have said that this company must not learn of them. */
  is_never: z.boolean(),
  contact_opened_at: z.string().nullable(),
  /** Since when they had it, of those who are not given it any more. */
  contact_had_at: z.string().nullish(),
  opened_on: z.string().nullable(),
  /** What the company has told the team, which has noted it: whether it wants to meet them, and no other verdict. */
  noted: notedSchema.extend({ is_interview: z.boolean().default(false) }).nullish(),
  /** Does the card go to the company by mail or on paper? */
  is_by_mail: z.boolean().default(false),
  waiting_since: z.string().nullable(),
  answer_by: z.string().nullable(),
  recruiter: recruiterSchema.nullable(),
  /** Each of an answer; of the one that counts, or of one that the company has changed since. */
  words: z.array(z.object({ words: z.string(), released_at: z.string(), is_current: z.boolean() })),
  /** What the card is headed with. */
  name: z.string(),
});

/** Somebody for one job, as they see it themselves. */
export type OwnEntry = z.output<typeof entrySchema>;

const applicationSchema = z.object({
  id: z.string(),
  state: z.enum(["applied", "draft", "withdrawn", "closed"]),
  title: z.string(),
  place: z.string(),
  country: z.string(),
  /** Of a confidential job there is none, until its candidate is asked. */
  company: z.string().optional(),
  /** Where the job stands, while it does. */
  slug: z.string().optional(),
  applied_at: z.string(),
  /** What they wrote for this job. */
  said: z.string().optional(),
  answer_by: z.string().optional(),
  turned_down_at: z.string().optional(),
  /** The team's own words; the standard ones where there are none. */
  turned_down_words: z.string().optional(),
  /** Why the job was over before anybody had decided about them. */
  turned_down_reason: z.enum(["taken_down", "filled", "closed"]).optional(),
  withdrawn_at: z.string().optional(),
  /** Do they agree to have their card shown, if they are taken on? */
  may_show: z.boolean().default(false),
  /** Have they agreed to another card than their record makes now? */
  is_asked_anew: z.boolean().default(false),
  recruiter: recruiterSchema.optional(),
});

/** What somebody has applied for, until they are asked about its company: then it is an entry. */
export type OwnApplication = z.output<typeof applicationSchema>;

const text = z.string().nullable();

/** What the database answers about the own page. */
export const pageSchema = z.object({
  candidate: recordSchema.extend({ language: z.string() }),
  is_kept: z.boolean(),
  keep_asked: z.boolean(),
  basis: z.enum(["consent", "legitimate_interest"]),
  never: z.array(
    z.object({
      id: z.string(),
      named: text,
      /** The domain that it is compared by as well; null where the name alone is. */
      domain: text,
      is_employer: z.boolean(),
    }),
  ),
  entries: z.array(entrySchema),
  /** An older database tells none. */
  applications: z.array(applicationSchema).default([]),
  /** When all is deleted of somebody who has only applied, and has not agreed to be kept. */
  forgotten_at: text.default(null),
});

/** All that a candidate sees of what we have of them. */
export type OwnPage = z.output<typeof pageSchema>;

/** What we have of a candidate, as they correct it. */
export type OwnDetails = OwnPage["candidate"];
