import type { Route } from "./+types/not-found";
import { known, throwNotFoundForTeam } from "~/pages/team";

export const middleware: Route.MiddlewareFunction[] = [known];

/** Any other path below the team's: the not-found page (§2), in the frame of whoever asks, whatever the method. */
export function loader({ context, url }: Route.LoaderArgs): Promise<never> {
  return throwNotFoundForTeam(context, url);
}

export const action = loader;

export default function NotFoundPage() {
  return null;
}
