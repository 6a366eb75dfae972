import type { startSite } from "../../../support/services/processes.ts";

/** A site on a backend of its own, where all that there is can be counted. */
export type CountedSite = Awaited<ReturnType<typeof startSite>>;
