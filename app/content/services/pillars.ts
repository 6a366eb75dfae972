import { coreHiring } from "./core-hiring";
import { globalServices } from "./global-services";
import { technologyHiring } from "./technology-hiring";
import type { Pillar } from "./types";

/** The three pillars in the order of the menu (§2). */
export const pillars: readonly Pillar[] = [coreHiring, globalServices, technologyHiring];
