import type { Route } from "./+types/team-layout";
import { team } from "~/pages/team";

/** What holds for every page of the team. */
export const handle = { isPrivate: true };

export const middleware: Route.MiddlewareFunction[] = [team];
