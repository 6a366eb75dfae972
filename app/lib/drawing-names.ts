/** The drawings of industries, by the last part of their paths. `ui/drawings` draws them. */
export type IndustryDrawing =
  | "banking-financial-services"
  | "education-training"
  | "healthcare-life-sciences"
  | "hospitality-travel"
  | "information-technology"
  | "logistics-supply-chain"
  | "manufacturing-engineering"
  | "retail-ecommerce";

/** The drawings of services and of their three pillars. */
export type ServiceDrawing =
  | "ai-interviews"
  | "background-verification"
  | "campus"
  | "core-hiring"
  | "executive-search"
  | "global-services"
  | "mass-hiring"
  | "permanent-staffing"
  | "rpo"
  | "scheduling"
  | "technology-hiring"
  | "temporary-contract"
  | "travel"
  | "video-interviews"
  | "visa";

/** Every drawing that a page may show by its name. */
export type DrawingName = IndustryDrawing | ServiceDrawing;

/** The signs of single steps, for a process drawn as a line. */
export type StepSign = "decide" | "define" | "evaluate" | "hire" | "interview" | "invite" | "search" | "shortlist";

/** How a client's figure changed: a time that became shorter, a staff that grew from nothing, a cost that became less. */
export type Change =
  | { kind: "shorter" | "less"; before: string; after: string; /** after / before, 0 to 1 */ share: number }
  | { kind: "growth"; before: string; after: string; /** equal spans of time on the way */ spans: number };

/** Who runs what in one model: the numbers of the stages that we run, and one line under it. */
export type Model = { name: string; ours: readonly number[]; note: string };
