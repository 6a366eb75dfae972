import { createContext } from "react";

/** What the server tells the document about itself. In a browser the defaults hold: only a hydrating page runs there. */
export const DocumentContext = createContext<{
  hydrate: boolean;
  requestId: string | undefined;
  owner: string | undefined;
}>({
  hydrate: true,
  requestId: undefined,
  owner: undefined,
});
