import { createContext, type RouterContextProvider } from "react-router";
import type { Inline } from "./headers.server";

/** What loaders, actions and middleware receive. */
export type Context = Readonly<RouterContextProvider>;

/** Where the request came from, as our server knows it; null under a server that does not say. */
export const clientAddressContext = createContext<string | null>(null);

/** The status with which the server has this request refused: how it gets the page that it keeps for such refusals. */
export const refusalContext = createContext<429 | 503 | null>(null);

/** Does the server ask for itself, for a page to keep? That is neither logged nor counted: nobody has asked. */
export const ownRequestContext = createContext<boolean>(false);

/** The id that the log, the error page and the response header share; empty when no middleware has run. */
export const requestIdContext = createContext<string>("");

/** Headers that an action or loader wants on the response, whatever page it becomes. */
export const responseHeadersContext = createContext<Headers>();

/** Tells a program how long to wait. @param seconds a whole number */
export function setRetryAfter(context: Context, seconds: number): void {
  context.get(responseHeadersContext).set("Retry-After", String(seconds));
}

/** The body of a POST, read once and within the limits by the middleware `limits`; empty for other requests. */
export const formContext = createContext<FormData>(new FormData());

/** What this page carries inline, for its Content-Security-Policy: those who write it in add it here. */
export const inlineContext = createContext<Inline>();
