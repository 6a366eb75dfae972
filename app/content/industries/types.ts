import type { FindablePage, Step } from "~/content/parts";
import type { IconName } from "~/lib/icon-names";

/** One industry page (§2, "Industries"): every part of it, in the order it is shown. */
export type Industry = FindablePage & {
  /** One sentence under the name. */
  lead: string;
  /** What the overview's tile says. */
  tile: string;
  /** What the home page's card says: a few words, no sentence. */
  hireButton: string;
  statistics: readonly [Statistic, Statistic, Statistic, Statistic];
  capabilities: readonly [Capability, Capability, Capability, Capability, Capability];
  /** How hiring works in this trade. */
  hiring: { title: string; steps: readonly [Step, Step, Step] };
  stories: readonly [Story, Story, Story];
  /** Sixteen. */
  specializations: readonly string[];
  reasons: readonly string[];
  closing: { title: string; text: string; hire: string; consult: string };
};

export type Statistic = { value: string; label: string };
export type Capability = { icon: IconName; title: string; description: string; count: string };
export type Story = { company: string; challenge: string; result: string; roles: readonly string[] };

/** What an industry's timings tell of each role. */
export const hiringColumns = ["Role", "Usual search", "Shortlist", "Accepted offer"] as const;
