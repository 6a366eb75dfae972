import type { DrawingName, StepSign } from "~/lib/drawing-names";

/** What the industry, service and pillar pages have in common. */

/** A page's line in its trade's own words, and the one word of it to underline. */
export type Headline = { title: string; marked: string };

/** A step, and its sign where the steps are drawn. */
export type Step = { title: string; text: string; sign?: StepSign };

export type Question = { question: string; answer: string };

/** One typical role: how it is done, and two times that are counted from the same day. */
export type TimingRow = readonly [role: string, way: string, first: string, last: string];

/** What takes how long. The specification gives no such figures: all of them are ours, and the note says so. */
export type Timings = {
  /** Names the table. */
  caption: string;
  columns: readonly [string, string, string, string];
  rows: readonly TimingRow[];
  note: string;
};

/** What search engines and visitors ask of such a page, besides what each kind has of its own. */
export type FindablePage = {
  path: string;
  drawing: DrawingName;
  /** As the menu and the tiles name it. */
  name: string;
  headline: Headline;
  /** For search engines and previews: 120 to 160 characters. */
  description: string;
  timings: Timings;
  questions: readonly Question[];
};
