import { peopleCount } from "~/lib/format/counts";
import { advertChangeWords } from "~/lib/format/advert-changes";
import { dayWords } from "~/lib/format/clock";
import { timeWords } from "~/lib/format/days";
import { numberWords } from "~/lib/format/number-format";
import { isolated } from "~/lib/format/text";
import { listTitles } from "~/lib/format/titles";
import type { RequirementEvent } from "./events.server";
import { fieldWords, type Telling } from "~/features/requirements/field-words";
import { fieldNames, titleOf, type Field } from "~/features/requirements/fields";
import { statusWord, type Status } from "~/features/requirements/statuses";

/** What happened, as a page tells it. */
export type HistoryEntry = {
  id: string;
  at: string;
  who: string;
  said: string;
  /** Field by field, when some were changed. */
  changes: string[];
};

/** What the words of an event are made of. */
type Happened = Pick<RequirementEvent, "type" | "side" | "changes" | "people">;

/** How a history is told: to whom, and what people are called there. */
export type Voice = {
  /** That of the amounts now. */
  currency: string;
  locale: string;
  /** Who has done it. */
  who: (event: RequirementEvent) => string;
  /** That somebody, or nobody, is in charge. */
  inCharge: (event: RequirementEvent) => string;
};

/** A field that was changed: of short ones with old and new, of long ones the name. */
function changeWords(field: Field, change: unknown, before: Telling, after: Telling): string {
  const label = titleOf(field);
  if (!Array.isArray(change)) return `${label} changed`;
  const [old, now] = change as unknown[];
  if (field === "remote_allowed") return now === true ? "Remote allowed now" : "Remote not allowed any more";
  const [was, is] = [fieldWords(field, old, before), fieldWords(field, now, after)].map(isolated) as [string, string];
  if (was === "") return `${label}: ${is}`;
  return is === "" ? `${label} taken out: it was ${was}` : `${label} from ${was} to ${is}`;
}

function statusWords(changes: Record<string, unknown>, locale: string): string {
  const [before, after] = changes["status"] as [Status, Status];
  const [, reason] = (changes["closed_reason"] ?? []) as unknown[];
  const [, filled] = (changes["positions_filled"] ?? []) as unknown[];
  const [, joining] = (changes["joining_date"] ?? []) as unknown[];
  const words = [
    `Status from ${statusWord(before)} to ${statusWord(after)}`,
    typeof filled === "number" && `${numberWords(filled, locale)} of the positions filled`,
    typeof joining === "string" && `beginning on ${dayWords(joining)}`,
  ];
  const said = words.filter(Boolean).join(", ");
  return typeof reason === "string" ? `${said}: ${isolated(reason)}` : said;
}

/** Whom an event is about, for the team; a company is told no names, and of those who are erased there are none. */
function peopleWords({ people }: Happened, unnamed: string): string {
  return people && people.length > 0 ? listTitles(people.map(isolated)) : unnamed;
}

/** How many candidates an event is about; undefined where it does not say. */
function countOf({ changes }: Pick<RequirementEvent, "changes">): number | undefined {
  const [, count] = (changes["candidates"] ?? []) as unknown[];
  return typeof count === "number" ? count : undefined;
}

/** The same in words, where nobody is named. */
function countWords(event: Pick<RequirementEvent, "changes">): string {
  const count = countOf(event);
  return count === undefined ? "Candidates" : peopleCount(count);
}

/** Who has applied on a day, whose line has the time of the first: with that of the last. */
function appliedWords(event: Happened): string {
  const [, lastAt] = (event.changes["last_at"] ?? []) as unknown[];
  const words = `${peopleWords(event, countWords(event))} applied`;
  return typeof lastAt === "string" ? `${words}, the last at ${timeWords(lastAt)}` : words;
}

/** How somebody has ended their own question, or the owner of the address or number that is not theirs. */
const ENDED: Readonly<Record<string, string>> = {
  candidate: "has withdrawn",
  disowned: "is no longer shown: someone else has the address or number",
};

/** That a company sees somebody no more, and whether it had asked to meet them. */
function withdrawnWords(event: Happened): string {
  const { by, was_opened } = event.changes;
  const words = `${peopleWords(event, "A candidate")} ${ENDED[String(by)] ?? "is no longer shown"}`;
  return was_opened === true ? `${words}, after Interview` : words;
}

/** What a company says of somebody, as the team has noted it. */
const NOTED_VERDICTS: Readonly<Record<string, string>> = {
  interview: "Interview",
  maybe: "Maybe",
  no: "No",
  known: "Known already",
};

/** That a company has answered: itself, or by phone or mail, which the team has noted. */
function answeredWords(event: Happened): string {
  const { verdict, how } = event.changes;
  if (event.side !== "team") return `${peopleWords(event, "Candidates")} answered about`;
  const said = typeof verdict === "string" ? `: ${NOTED_VERDICTS[verdict] ?? verdict}` : "";
  return `The company's answer by ${how === "mail" ? "mail" : "phone"} noted, about ${peopleWords(event, "a candidate")}${said}`;
}

/** What is always said in the same words. */
const WORDS: Readonly<Record<string, string>> = {
  created: "Filed",
  converted: "Filed by the team, from a form of the public website",
};

/** What its company has said of the name on an advert, or the team of its last day. */
const ADVERT_WORDS: Readonly<Record<string, (event: Happened) => string>> = {
  advert_opened: ({ changes }) => {
    const [, day] = (changes["closes_on"] ?? []) as unknown[];
    return typeof day === "string" ? `Advert opened, until ${dayWords(day)}` : "Advert opened";
  },
  advert_changed: ({ changes }) => `Advert changed: ${advertChangeWords(Object.keys(changes), changes)}`,
  advert_closed: ({ side }) => (side === "company" ? "Advert taken down" : "Advert closed"),
  advert_named: ({ changes }) => {
    const [, isNamed] = (changes["named"] ?? []) as unknown[];
    return isNamed === true ? "The company's name put on the advert" : "The company's name taken off the advert";
  },
};

/** What happened to candidates, by name for the team. */
const CANDIDATE_WORDS: Readonly<Record<string, (event: Happened) => string>> = {
  candidates_shown: (event) => `${peopleWords(event, "Candidates")} shown`,
  candidates_answered: answeredWords,
  candidate_joined: (event) => `${peopleWords(event, "A candidate")} joins`,
  candidates_agreed: (event) => `${peopleWords(event, "A candidate")} agreed to be shown`,
  candidates_refused: (event) =>
    `${peopleWords(event, "A candidate")} ${event.changes["by"] === "disowned" ? "can’t be shown: someone else has the address or number" : "does not want to be shown"}`,
  candidates_reconsidered: (event) => `${peopleWords(event, "A candidate")} wants to be asked after all`,
  candidates_withdrawn: withdrawnWords,
  candidates_applied: appliedWords,
  candidates_taken_on: (event) => `${peopleWords(event, countWords(event))} who applied taken on`,
  candidates_turned_down: (event) => `${peopleWords(event, countWords(event))} who applied turned down`,
  candidates_put_back: (event) => `${peopleWords(event, countWords(event))} who applied put back: nobody was told`,
  application_withdrawn: (event) => `${peopleWords(event, "A candidate")} withdrew the application`,
};

/** What an event says whose words are always of one kind: of adverts and of candidates; undefined for any other. */
export function eventWords(event: Happened): string | undefined {
  return WORDS[event.type] ?? (CANDIDATE_WORDS[event.type] ?? ADVERT_WORDS[event.type])?.(event);
}

/**
 * Tells what happened, field by field.
 *
 * @param events the newest first, from the newest of all: amounts are in the currency that they were in then
 */
export function tell(events: readonly RequirementEvent[], voice: Voice): HistoryEntry[] {
  const { locale } = voice;
  let { currency } = voice;
  return events.map((event) => {
    const { id, changes: changed, created_at } = event;
    const entry = { id, at: created_at, who: voice.who(event), changes: [] };
    const words = eventWords(event);
    if (words !== undefined) return { ...entry, said: words };
    switch (event.type) {
      case "recruiter":
        return { ...entry, said: voice.inCharge(event) };
      case "status":
        return { ...entry, said: statusWords(changed, locale) };
      default: {
        const after = { currency, locale };
        const [before] = (changed["currency"] ?? []) as unknown[];
        if (typeof before === "string") currency = before;
        const told = fieldNames
          .filter((field) => field in changed)
          .map((field) => changeWords(field, changed[field], { currency, locale }, after));
        const [only] = told;
        return only !== undefined && told.length === 1
          ? { ...entry, said: only }
          : { ...entry, said: "Changed", changes: told };
      }
    }
  });
}

/** What nobody but a candidate says. */
const BY_CANDIDATES = [
  "candidates_agreed",
  "candidates_refused",
  "candidates_reconsidered",
  "candidates_applied",
  "application_withdrawn",
];

const SIDES = { team: "The team", company: "The company" } as const;

/** Who or what has done what nobody of either side has. */
export function ownerless({ type, changes }: Pick<RequirementEvent, "type" | "changes">): string {
  const by = changes["by"] ?? (BY_CANDIDATES.includes(type) ? "candidate" : undefined);
  if (by === "candidate") return (countOf({ changes }) ?? 1) > 1 ? "The candidates" : "The candidate";
  if (by === "rule") return "The block list";
  if (by === "disowned") return "The owner of the address or number";
  return by === "schedule" ? "The schedule" : "The system";
}

/** The voice of a history for the team, who are told every name. */
export function teamVoice(names: Record<string, string>): Pick<Voice, "who" | "inCharge"> {
  return {
    who: ({ type, actor, side, changes }) =>
      (actor && names[actor]) || (side && SIDES[side]) || ownerless({ type, changes }),
    inCharge: ({ person }) =>
      person === null ? "No recruiter is in charge" : `${names[person] ?? "Someone"} is in charge`,
  };
}
