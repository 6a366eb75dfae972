import type { NavigationLink } from "~/content/navigation";
import type { FindablePage, Step } from "~/content/parts";
import type { Model } from "~/lib/drawing-names";

/** A card of a service or pillar: what it is, and what it includes. */
export type ServiceCard = { title: string; text: string; points: readonly string[]; path?: string };
export type Figure = { value: string; label: string };

/** What services and pillars share. */
type Offer = FindablePage & {
  lead: string;
  /** Opens the page: what it is for, and for whom. */
  intro: readonly string[];
  cardsTitle: string;
  cards: readonly ServiceCard[];
  stepsTitle: string;
  steps: readonly Step[];
};

/** One of the three pillars (§2, "Services"). */
export type Pillar = Offer & {
  /** What the overview says and lists. */
  tile: string;
  offers: readonly string[];
  /** Short tiles under the cards: regions, or benefits. */
  tiles?: { title: string; lead: string; items: readonly { title: string; text: string }[] };
  /** Stand in the page's head. */
  figures?: readonly Figure[];
  /** What the map over the tiles shows, for those who hear the page; none without it. */
  map?: string;
  closing: { title: string; text: string; actions: readonly [NavigationLink, NavigationLink] };
};

/** Who runs which stage of hiring, in each model of a service. */
export type Models = {
  caption: string;
  stages: readonly string[];
  models: readonly Model[];
  words: { ours: string; yours: string };
};

/** One of the six static service pages (§2, "Service sub-pages"). */
export type Service = Offer & {
  closing: { title: string; text: string };
  models?: Models;
  figures?: { title: string; items: readonly Figure[] };
  /** What the days of the figures are, when these are times to be drawn on one scale. */
  unit?: string;
};
