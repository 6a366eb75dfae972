import type { Route } from "./+types/layout";
import { client } from "~/pages/client";

/** What holds for every page of a company's requirements and drafts. */
export const handle = { isPrivate: true };

export const middleware: Route.MiddlewareFunction[] = [client];
