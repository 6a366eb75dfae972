import type { startSiteBehindProxy } from "../../../support/http/waves.ts";

/** A site on a backend of its own, where all that there is can be counted. */
export type CountedSite = Awaited<ReturnType<typeof startSiteBehindProxy>>;
