import type { IconName } from "~/lib/icon-names";
import type { NavigationLink } from "~/content/navigation";

/** A card of a service or pillar: what it is, and what it includes. */
export type ServiceCard = { icon: IconName; title: string; text: string; points: readonly string[]; path?: string };
export type Step = { title: string; text: string };
export type Figure = { value: string; label: string };
export type Question = { question: string; answer: string };

/** One of the three pillars (§2, "Services"). */
export type Pillar = {
  path: string;
  name: string;
  icon: IconName;
  lead: string;
  /** What the overview lists. */
  offers: readonly string[];
  cardsTitle: string;
  cards: readonly ServiceCard[];
  /** Short tiles under the cards: regions, or benefits. */
  tiles?: { title: string; lead: string; items: readonly { icon: IconName; title: string; text: string }[] };
  figures?: { title: string; items: readonly Figure[] };
  closing: { title: string; text: string; actions: readonly [NavigationLink, NavigationLink] };
};

/** One of the six static service pages (§2, "Service sub-pages"). */
export type Service = {
  path: string;
  name: string;
  icon: IconName;
  lead: string;
  /** Opens the page: what it is for, and for whom. */
  intro: readonly string[];
  cardsTitle: string;
  cards: readonly ServiceCard[];
  stepsTitle: string;
  steps: readonly Step[];
  figures?: { title: string; items: readonly Figure[] };
  questions: readonly Question[];
  closing: { title: string; text: string };
};
