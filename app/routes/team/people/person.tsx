import { data } from "react-router";
import type { Route } from "./+types/person";
import { teamNotices } from "~/features/team/notices";
import { editColleague, loadColleagues } from "~/features/team/people.server";
import { personEntries, PersonForm, personGroups, personLabels } from "~/features/team/person-form";
import { detailsKeys, detailsSchema } from "~/features/team/schema";
import { formContext } from "~/lib/http/context";
import { formPageMeta } from "~/lib/http/meta";
import { loadColleaguePage } from "~/pages/admin";
import { changeByForm } from "~/pages/change";
import { saveMerged, seenKeys, withTheirs } from "~/pages/merged-edit";
import { requireId } from "~/pages/page";
import { Unavailable } from "~/ui/layout/unavailable";
import { WorkPage } from "~/ui/layout/work/work-page";

const TITLE = "A colleague's details";

const keys = seenKeys(detailsKeys);

export const meta = () => formPageMeta(TITLE, "Name, address and number, as colleagues and clients see them.");

export async function loader({ params, url, context }: Route.LoaderArgs) {
  const { status, ...page } = await loadColleaguePage(context, url, params.id);
  return data(page, { status });
}

/** Saves it on the version that was read, beside what another admin has changed in other fields since. */
export function action({ params, context }: Route.ActionArgs) {
  const id = requireId(params.id);
  const body = context.get(formContext);
  return changeByForm(context, [detailsSchema, keys], ({ version, ...entries }) => ({
    act: () =>
      saveMerged(
        {
          groups: personGroups,
          textsOf: personEntries,
          load: async () => {
            const found = await loadColleagues(context);
            return found.ok ? { ok: true, value: found.value.find(({ user_id }) => user_id === id) ?? null } : found;
          },
          save: (seen, { display_name, contact_email, contact_phone }) =>
            editColleague(context, id, { version: seen, display_name, contact_email, contact_phone }),
        },
        { body, keys, version, entries },
      ),
    failed: "colleague not changed",
    notDone: teamNotices.notDone,
    done: (theirs: string[]) => ({
      notice: withTheirs(teamNotices.detailsSaved, personLabels, theirs),
      path: "/team/people",
    }),
  }));
}

/** What colleagues and clients see of a colleague, for an admin to change. */
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
