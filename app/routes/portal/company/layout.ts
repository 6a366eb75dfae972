import type { Route } from "./+types/layout";
import { authCallback, guardPages } from "~/pages/portal";

/** What holds for every page of a company itself, and of what its people are told. */
export const handle = { isPrivate: true };

export const middleware: Route.MiddlewareFunction[] = [authCallback, guardPages];
