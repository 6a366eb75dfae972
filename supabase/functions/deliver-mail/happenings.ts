import { named, titled } from "./names.ts";
import { dayOf } from "./outlook.ts";
import { STATUS_WORDS } from "./statuses.ts";
import { candidateHappenings } from "./candidate-happenings.ts";
import { listed, type Happening } from "./happening.ts";
import type { RequirementNews } from "./requirement-news.ts";

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
