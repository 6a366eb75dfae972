import type { Route } from "./+types/edit";
import { candidateEntries, labels } from "~/features/candidates/fields";
import { candidateNotices } from "~/features/candidates/notices";
import { editKeys, editSchema } from "~/features/candidates/schema";
import { editCandidate, loadCandidate } from "~/features/candidates/team/candidate.server";
import { candidatePath } from "~/features/candidates/team/filters";
import { RecordForm } from "~/features/candidates/team/record-form";
import { sentText } from "~/lib/forms/form";
import { changeByForm } from "~/pages/change";
import { loadTeamRecord } from "~/pages/team";
import { requireId, withStatus } from "~/pages/page";
import { TextConflicts } from "~/ui/forms/conflict-fields";
import { SignInAgain } from "~/ui/forms/sign-in-again";
import { Unavailable } from "~/ui/layout/unavailable";
import { WorkPage } from "~/ui/layout/work/work-page";

const TITLE = "Edit a candidate";
/** Of nobody younger anything is kept: that does not change. */
const { is_adult: _, ...LABELS } = labels;

export async function loader({ params, url, context }: Route.LoaderArgs) {
  const id = requireId(params.id);
  const page = await loadTeamRecord(context, url, () => loadCandidate(context, id));
  return withStatus({ ...page, path: candidatePath(id) });
}

/** Saves it on the version that was read; a stale one is refused, and the page shows what is saved now. */
export function action({ params, context }: Route.ActionArgs) {
  const id = requireId(params.id);
  return changeByForm(context, [editSchema, editKeys], ({ version, ...entries }) => ({
    act: () => editCandidate(context, id, version, entries),
    failed: "candidate not changed",
    notDone: candidateNotices.notDone,
    done: () => ({ notice: candidateNotices.saved, path: candidatePath(id) }),
  }));
}

/** A candidate's record, to be changed. */
export default function CandidateEditPage({ loaderData: { answer, path }, actionData }: Route.ComponentProps) {
  const record = answer.ok ? answer.value.candidate : undefined;
  const saved = record && candidateEntries(record);
  return (
    <WorkPage
      title={TITLE}
      lead={record?.full_name}
      documentTitle={TITLE}
      state={actionData}
      className="record-form grid gap-6"
    >
      {!answer.ok && (answer.status === 401 ? <SignInAgain /> : <Unavailable />)}
      <TextConflicts labels={LABELS} saved={saved} version={record?.version} sent={actionData} />
      {(saved ?? actionData) && (
        <RecordForm
          entries={saved}
          version={record?.version ?? sentText(actionData, "version") ?? ""}
          similar={[]}
          cancelPath={path}
        />
      )}
    </WorkPage>
  );
}
