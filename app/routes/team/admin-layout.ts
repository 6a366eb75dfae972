import type { Route } from "./+types/admin-layout";
import { admin } from "~/pages/admin";

/** What holds for every page of the team's admins. */
export const handle = { isPrivate: true };

export const middleware: Route.MiddlewareFunction[] = [admin];
