import { aiInterviews } from "./ai-interviews";
import { backgroundVerification } from "./background-verification";
import { executiveSearch } from "./executive-search";
import { massHiring } from "./mass-hiring";
import { permanentStaffing } from "./permanent-staffing";
import { rpoSolutions } from "./rpo-solutions";
import type { Service } from "./types";

/** The six static service pages in the order of the route table (§2). */
export const services: readonly Service[] = [
  permanentStaffing,
  executiveSearch,
  massHiring,
  rpoSolutions,
  aiInterviews,
  backgroundVerification,
];
