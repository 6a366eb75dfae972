import { data, redirect } from "react-router";
import type { Route } from "./+types/print";
import { candidatePath } from "~/content/navigation";
import { loadSheet } from "~/features/candidates/own/own.server";
import { RecordSheet } from "~/features/candidates/own/record-sheet";
import { readSession } from "~/features/candidates/own/session-cookie.server";
import { isFormLimited } from "~/lib/limits/rate-limit.server";
import { logFailure } from "~/lib/observe/log.server";
import { forbidKeeping } from "~/pages/candidate";
import { Unavailable } from "~/ui/layout/unavailable";
import { WorkPage } from "~/ui/layout/work/work-page";

export const handle = { isPrivate: true, section: candidatePath };

const TITLE = "Everything we keep about you";

/** The file of /candidate/export as a page, which asks and is counted as that does. */
export async function loader({ request, context }: Route.LoaderArgs) {
  forbidKeeping(context);
  const session = await readSession(request.headers.get("Cookie"));
  if (session === undefined) throw redirect(candidatePath);
  if (await isFormLimited(context)) throw data(null, { status: 429 });
  const found = await loadSheet(context, session);
  if (found.ok) return data({ sheet: found.value });
  if (found.status === 401) throw redirect(candidatePath);
  logFailure(context, found, "candidate's record not shown");
  return data({ sheet: undefined }, { status: found.status });
}

/** All that we have of a candidate, to print. */
export default function PrintPage({ loaderData: { sheet } }: Route.ComponentProps) {
  return (
    <WorkPage
      title={TITLE}
      lead="As of now. Print it, or save it as a PDF."
      documentTitle={TITLE}
      back={{ label: "Your page", path: candidatePath }}
    >
      <div className="form-column wrap-anywhere">{sheet ? <RecordSheet sheet={sheet} /> : <Unavailable />}</div>
    </WorkPage>
  );
}
