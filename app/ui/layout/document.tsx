import { createContext } from "react";

/** What the server tells the document about itself. */
export const DocumentContext = createContext<{
  requestId: string | undefined;
  owner: string | undefined;
  company: string | undefined;
  /** Has a form come back whose page begins at a summary of its mistakes? */
  hasMistakes: boolean;
  /** Is the browser's cache to be emptied, of pages that were kept for somebody who has left? */
  emptiesCache: boolean;
}>({
  requestId: undefined,
  owner: undefined,
  company: undefined,
  hasMistakes: false,
  emptiesCache: false,
});
