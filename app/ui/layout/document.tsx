import { createContext } from "react";

/** What the server tells the document about itself. In a browser the defaults hold: only a hydrating page runs there. */
export const DocumentContext = createContext<{
  hydrate: boolean;
  requestId: string | undefined;
  owner: string | undefined;
  /** Is the browser's cache to be emptied, of pages that were kept for somebody who has left? */
  emptiesCache: boolean;
}>({
  hydrate: true,
  requestId: undefined,
  owner: undefined,
  emptiesCache: false,
});
