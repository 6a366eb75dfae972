import { data, redirect } from "react-router";
import type { Route } from "./+types/export";
import { candidatePath } from "~/content/navigation";
import { exportOwn } from "~/features/candidates/own/own.server";
import { readSession } from "~/features/candidates/own/session-cookie.server";
import { requireAsked } from "~/lib/http/fetch-metadata";
import { jsonFile } from "~/lib/http/json-file";
import { isFormLimited } from "~/lib/limits/rate-limit.server";
import { logFailure } from "~/lib/observe/log.server";

export const handle = { isPrivate: true, section: candidatePath };

/** All that we have of a candidate, as a file; without a session the way to one. */
export async function loader({ request, context }: Route.LoaderArgs) {
  const session = await readSession(request.headers.get("Cookie"));
  if (session === undefined) return redirect(candidatePath);
  requireAsked(request, "file");
  if (await isFormLimited(context)) throw data(null, { status: 429 });
  const found = await exportOwn(context, session);
  if (!found.ok) {
    if (found.status === 401) return redirect(candidatePath);
    logFailure(context, found, "candidate's record not exported");
    throw data(null, { status: found.status });
  }
  return jsonFile(found.value, "my-record.json");
}
