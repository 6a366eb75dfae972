/** What a section is called, and in a word or two above all of them. */
type Section = { title: string; short: string };

/** The sections of a day, in the order of what is lost first, which the database has too (`private.day_sections`). */
const definitions = {
  answers: { title: "Answers from companies", short: "Answers" },
  begins: { title: "Begins today", short: "Begins" },
  agreed: { title: "Said yes, ready to show", short: "Said yes" },
  calls: { title: "Want a call before they answer", short: "Call first" },
  applied: { title: "Applied, to be answered", short: "Applied" },
  steps: { title: "Your next steps", short: "Next steps" },
  asked: { title: "Asked, no answer", short: "No answer" },
  starting: { title: "Starting soon", short: "Starting" },
  due: { title: "Due today or late", short: "Due" },
  back: { title: "Back today", short: "Back" },
  messages: { title: "Messages from companies", short: "Messages" },
  refused: { title: "Said no", short: "Said no" },
  waiting: { title: "Waiting for you", short: "Waiting" },
  candidates: { title: "Shown, company has not answered", short: "Company late" },
  deadline: { title: "Deadline this week", short: "Deadline" },
  empty: { title: "In progress, nobody proposed", short: "Nobody proposed" },
  silent: { title: "No news for five days", short: "No news" },
} as const satisfies Record<string, Section>;

export type SectionName = keyof typeof definitions;

export const sections: Record<SectionName, Section> = definitions;

/** Their names, as the database has them. */
export const sectionNames = Object.keys(definitions) as [SectionName, ...SectionName[]];

/** The section that an address asks for alone; undefined for none. */
export function readSection(search: URLSearchParams): SectionName | undefined {
  return sectionNames.find((name) => name === search.get("section"));
}
