import type { Route } from "./+types/not-found";
import { throwNotFoundForTeam } from "~/pages/team";

/** Any other path below the team's: the not-found page (§2), in the frame of the caller, whatever the method. */
export function loader({ context, url }: Route.LoaderArgs): Promise<never> {
  return throwNotFoundForTeam(context, url);
}

export const action = loader;

export default function NotFoundPage() {
  return null;
}
