import { data } from "react-router";
import type { Route } from "./+types/person";
import { teamNotices } from "~/features/team/notices";
import { editColleague } from "~/features/team/people.server";
import { PersonForm } from "~/features/team/person-form";
import { detailsKeys, detailsSchema } from "~/features/team/schema";
import { formPageMeta } from "~/lib/http/meta";
import { loadColleaguePage } from "~/pages/admin";
import { changeByForm } from "~/pages/change";
import { requireId } from "~/pages/page";
import { Unavailable } from "~/ui/layout/unavailable";
import { WorkPage } from "~/ui/layout/work/work-page";

const TITLE = "A colleague's details";

export const meta = () => formPageMeta(TITLE, "Name, address and number, as colleagues and clients see them.");

export async function loader({ params, url, context }: Route.LoaderArgs) {
  const { status, ...page } = await loadColleaguePage(context, url, params.id);
  return data(page, { status });
}

/** Saves it on the version that was read; a stale one is refused, and the page shows what is saved now. */
export function action({ params, context }: Route.ActionArgs) {
  const id = requireId(params.id);
  return changeByForm(context, [detailsSchema, detailsKeys], (values) => ({
    act: () => editColleague(context, id, values),
    failed: "colleague not changed",
    notDone: teamNotices.notDone,
    done: () => ({ notice: teamNotices.detailsSaved, path: "/team/people" }),
  }));
}

/** What colleagues and clients see of somebody of the team, for an admin to change. */
export default function PersonPage({ loaderData: { person }, actionData }: Route.ComponentProps) {
  return (
    <WorkPage
      title={person?.display_name ?? TITLE}
      lead="What colleagues and clients see."
      documentTitle={TITLE}
      state={actionData}
      className="form-column grid gap-6"
    >
      {!person && <Unavailable />}
      {(person ?? actionData) && <PersonForm person={person} sent={actionData} />}
    </WorkPage>
  );
}
