import { z } from "zod";
import { moment } from "./letter.ts";
import { named, titled } from "./names.ts";
import { dayOf, outlook, weekdayOf } from "./outlook.ts";
import { STATUS_WORDS, statuses } from "./statuses.ts";

/** What there is to tell of one requirement. */
export const requirementNews = z.object({
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
  /** By when that answer is asked for; an older database tells none. */
  candidates_by: moment.nullish(),
  /** To the team: about how many candidates the company has answered. */
  answers: z.number().int().optional(),
  /** How many of these answers are which; an older database tells none. */
  verdicts: z.partialRecord(z.enum(["interview", "maybe", "no", "known"]), z.number().int()).optional(),
  /** To both sides: how many candidates are no longer shown. */
  withdrawn: z.number().int().optional(),
  /** To the team: how many candidates have agreed and are to be shown, some of whom are new, and how many have said no. */
  agreed: z.number().int().optional(),
  refused: z.number().int().optional(),
  /** To the team: how many who had said no want to be asked after all. */
  reconsidered: z.number().int().optional(),
  /** To the company: how many of those it had chosen Interview for. */
  withdrawn_opened: z.number().int().optional(),
  /** To the company: its job is public, and until when. To the team: what the company has said of that last. */
  advert: z.object({ closes_on: z.iso.date(), is_named: z.boolean().default(false) }).optional(),
  /** To the company: what of its public job the team has changed. */
  advert_changed: z.array(z.string().regex(/^[a-z_]+$/)).optional(),
  advert_said: z.enum(["taken_down", "named", "unnamed"]).optional(),
  /** To a company that wants it: how the first message of the team's begins. */
  beginning: z.string().optional(),
  /** To the company: may the receiver write, or only read? */
  may_answer: z.boolean().optional(),
});

export type RequirementNews = z.infer<typeof requirementNews>;

/** "Ann", "Ann and Ben", "Ann, Ben and Cem". */
export function listed(words: readonly string[]): string {
  return words.length < 2 ? words.join("") : `${words.slice(0, -1).join(", ")} and ${words.at(-1)}`;
}

/** With a great letter, as a sentence or a subject begins. */
export function capitalized(words: string): string {
  return words.charAt(0).toUpperCase() + words.slice(1);
}

/** How many messages, in words. */
export function counted(messages: number): string {
  return messages === 1 ? "a message" : `${messages} messages`;
}

/** Of columns whose names say less than the form does. */
const FIELD_WORDS: Partial<Record<string, string>> = {
  positions_count: "number of positions",
  remote_allowed: "remote work",
  min_experience: "minimum experience",
  max_experience: "maximum experience",
  min_salary: "minimum salary",
  max_salary: "maximum salary",
  // Of an advert.
  work: "kind of work",
  is_remote: "work from home",
  body: "text",
  min_pay: "pay from",
  max_pay: "pay up to",
  pay_currency: "currency",
  pay_unit: "time that the pay is for",
  tells_pay: "telling of the pay",
  closes_on: "last day",
};

/** The names of fields as people read them. */
function fieldsOf(edited: readonly string[]): string {
  return listed(edited.map((field) => FIELD_WORDS[field] ?? field.replaceAll("_", " ")));
}

/** Something that has happened: in a subject, above the text, in a sentence about it, and in a line of a list. */
type Happening = { subject: string; heading: string; sentence: string; short: string };

/** How many positions of one that is filled, and when they begin; null where nobody has said either. */
function outcomeSentence({ outcome }: RequirementNews): string | null {
  if (!outcome) return null;
  const { positions, filled, begin_on } = outcome;
  const isAll = filled === 0 || filled >= positions;
  if (isAll && !begin_on) return null;
  const closed = isAll ? "It is filled." : `It is closed, with ${filled} of ${positions} positions filled.`;
  return begin_on ? `${closed} They begin on ${dayOf(begin_on)}.` : closed;
}

/** What has become of a requirement; nothing when that is what it was. */
function outcomeOf(about: RequirementNews): Happening | undefined {
  const { title, status, withdrawal } = about;
  if (!status) return undefined;
  if (withdrawal) {
    const by = named(withdrawal.by ?? "");
    return {
      subject: "Withdrawn: a requirement of your company",
      heading: `Withdrawn: ${titled(title)}`,
      sentence: `${by || "A colleague"} at your company withdrew it.`,
      short: `withdrawn by ${by || "a colleague"} at your company`,
    };
  }
  const [label, sentence, short] = STATUS_WORDS[status];
  return {
    subject: `${label}: a requirement of your company`,
    heading: `${label}: ${titled(title)}`,
    sentence: outcomeSentence(about) ?? sentence,
    short,
  };
}

/** Is it about candidates that there is news? */
export function isAboutCandidates(about: RequirementNews): boolean {
  const { candidates, answers, withdrawn, agreed, refused, reconsidered } = about;
  return [candidates, answers, withdrawn, agreed, refused, reconsidered].some((count) => count !== undefined);
}

/** What a company answers about candidates, in their order on the page. */
const VERDICTS = [
  ["interview", "to interview"],
  ["maybe", "maybe"],
  ["no", "no"],
  ["known", "known already"],
] as const;

/** "2 to interview and 1 no". */
function verdictsOf({ verdicts = {} }: RequirementNews): string {
  return listed(VERDICTS.flatMap(([verdict, words]) => (verdicts[verdict] ? [`${verdicts[verdict]} ${words}`] : [])));
}

/** What has become of candidates: to the company those who wait, to the team what the company or they themselves have said. */
function candidateHappenings(about: RequirementNews): Happening[] {
  const { company, candidates, candidates_by, answers, withdrawn, withdrawn_opened } = about;
  const { agreed, refused, reconsidered } = about;
  const title = titled(about.title);
  const people = (count: number) => (count === 1 ? "a candidate" : `${count} candidates`);
  const peopleAtStart = (count: number) => capitalized(people(count));
  const by = candidates_by ? weekdayOf(candidates_by) : "";
  const verdicts = verdictsOf(about);
  const isOne = withdrawn === 1;
  const opened =
    withdrawn_opened === withdrawn ? (isOne ? "" : " for each of them") : ` for ${withdrawn_opened} of them`;
  return [
    candidates !== undefined && {
      subject: `${peopleAtStart(candidates)} for a requirement${by && `: answer by ${by}`}`,
      heading: `${peopleAtStart(candidates)} for ${title}`,
      sentence: `${peopleAtStart(candidates)} ${candidates === 1 ? "waits" : "wait"} for your company's answer. ${candidates === 1 ? "They" : "Each"} agreed to be shown to you.`,
      short: `${people(candidates)} to answer${by && ` by ${by}`}`,
    },
    answers !== undefined && {
      subject: "Answers about candidates",
      heading: `Answers about candidates: ${title}`,
      sentence: `${named(company ?? "The company")} answered about ${people(answers)}${verdicts && `: ${verdicts}`}.`,
      short: `answers about ${people(answers)}${verdicts && ` (${verdicts})`}`,
    },
    agreed !== undefined && {
      subject: `${peopleAtStart(agreed)} said yes`,
      heading: `Said yes: ${people(agreed)} for ${title}`,
      sentence: `${peopleAtStart(agreed)} said yes. Show ${agreed === 1 ? "them" : "them all"} to the company.`,
      short: `${people(agreed)} to show`,
    },
    refused !== undefined && {
      subject: `${peopleAtStart(refused)} can't be shown`,
      heading: `Can't be shown: ${people(refused)} for ${title}`,
      sentence: `${peopleAtStart(refused)} said no, or told us we have the wrong person.`,
      short: `${people(refused)} who can't be shown`,
    },
    reconsidered !== undefined && {
      subject: "A candidate wants to be asked after all",
      heading: `Ask after all: ${people(reconsidered)} for ${title}`,
      sentence: `${peopleAtStart(reconsidered)} said no before, and now ${reconsidered === 1 ? "wants" : "want"} to be asked after all.`,
      short: `${people(reconsidered)} to be asked after all`,
    },
    withdrawn !== undefined && {
      subject: "No longer shown: candidates for a requirement",
      heading: `No longer shown: ${people(withdrawn)} for ${title}`,
      sentence: [
        `${peopleAtStart(withdrawn)} ${isOne ? "is" : "are"} no longer shown. They withdrew, or our team withdrew them.`,
        withdrawn_opened ? ` Your company had chosen Interview${opened}.` : "",
      ].join(""),
      short: `${people(withdrawn)} no longer shown`,
    },
  ].filter((happened) => typeof happened === "object");
}

/** What a company has said of the advert of its job, each: in a subject, and in a sentence behind its name. */
const ADVERT_SAID = {
  taken_down: [
    "Taken down: an advert of yours",
    "took the advert down. Everyone who had applied is told so within ten minutes.",
  ],
  named: ["Named: a company on its advert", "has its name on the advert now."],
  unnamed: ["No longer named: a company on its advert", "has its name on the advert no more."],
} as const;

/** What has become of a requirement's advert. */
function advertHappening(about: RequirementNews): Happening | undefined {
  const { title, company, advert, advert_said, advert_changed } = about;
  if (advert) {
    return {
      subject: "Public: a job of your company",
      heading: `Public: ${titled(title)}`,
      sentence: [
        `The job is on our site until ${dayOf(advert.closes_on)}.`,
        advert.is_named
          ? "The name of your company stands there, as you chose."
          : "It does not name your company, unless you put the name there.",
        "Check how it reads. You can take it down at any time.",
      ].join(" "),
      short: `on our site until ${dayOf(advert.closes_on)}`,
    };
  }
  if (advert_changed) {
    const changed = fieldsOf(advert_changed);
    return {
      subject: "Changed: a public job of your company",
      heading: `Changed on our site: ${titled(title)}`,
      sentence: `We changed the ${changed} of the job on our site. Check how it reads. You can take it down at any time.`,
      short: `changed on our site: ${changed}`,
    };
  }
  if (!advert_said) return undefined;
  const [subject, said] = ADVERT_SAID[advert_said];
  const sentence = `${named(company ?? "The company")} ${said}`;
  return { subject, heading: `${subject.split(":")[0]}: ${titled(title)}`, sentence, short: "news of its advert" };
}

/** What has happened, each in a sentence; the first is what the subject is about. */
export function happenings(about: RequirementNews): Happening[] {
  const title = titled(about.title);
  const company = named(about.company ?? "The company");
  const whose = about.company ? `${title}, ${company}` : title;
  const { recruiter, edited = [] } = about;
  return [
    // With the first of them comes the status that the search has begun.
    ...candidateHappenings(about),
    outcomeOf(about),
    advertHappening(about),
    recruiter && {
      subject: "Your recruiter for a requirement",
      heading: `Your recruiter for ${title}`,
      sentence: `${named(recruiter)} looks after it now.`,
      short: `${named(recruiter)} looks after it`,
    },
    about.is_withdrawn && {
      subject: "Withdrawn: a requirement of yours",
      heading: `Withdrawn: ${whose}`,
      sentence: `${company} withdrew it.`,
      short: "withdrawn",
    },
    about.is_new && {
      subject: "You are in charge of a requirement",
      heading: `Yours: ${whose}`,
      sentence: "You are in charge of it now.",
      short: "you are in charge of it",
    },
    edited.length > 0 && {
      subject: `Changed: a requirement of ${about.company ? "yours" : "your company"}`,
      heading: `Changed: ${whose}`,
      sentence: `${about.company ? `${company}` : "We"} changed the ${fieldsOf(edited)}.`,
      short: `changed: ${fieldsOf(edited)}`,
    },
  ].filter((happened) => typeof happened === "object");
}
