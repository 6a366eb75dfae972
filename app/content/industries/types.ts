import type { IconName } from "~/lib/icon-names";

/** One industry page (§2, "Industries"): every part of it, in the order it is shown. */
export type Industry = {
  path: string;
  /** As the menu and the tiles name it. */
  name: string;
  icon: IconName;
  /** One sentence under the name, also the page's description. */
  lead: string;
  /** What the overview's tile says. */
  tile: string;
  hireButton: string;
  statistics: readonly [Statistic, Statistic, Statistic, Statistic];
  capabilities: readonly [Capability, Capability, Capability, Capability, Capability];
  stories: readonly [Story, Story, Story];
  /** Sixteen. */
  specializations: readonly string[];
  reasons: readonly string[];
  closing: { title: string; text: string; hire: string; consult: string };
};

export type Statistic = { value: string; label: string };
export type Capability = { icon: IconName; title: string; description: string; count: string };
export type Story = { company: string; challenge: string; result: string; roles: readonly string[] };
