import { named, titled } from "./names.ts";
import { weekdayOf } from "./outlook.ts";
import { capitalized, listed, type Happening } from "./happening.ts";
import type { RequirementNews } from "./requirement-news.ts";

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
export function candidateHappenings(about: RequirementNews): Happening[] {
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
