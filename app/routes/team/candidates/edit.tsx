import type { Route } from "./+types/edit";
import { candidateEntries, fieldGroups, labels, type CandidateRecord, type Field } from "~/features/candidates/fields";
import { candidateNotices } from "~/features/candidates/notices";
import { candidateKeys, editSchema } from "~/features/candidates/schema";
import { editCandidate, loadCandidate } from "~/features/candidates/team/record/candidate.server";
import { candidatePath, TYPED_KEY } from "~/features/candidates/team/finding/filters";
import { RecordForm } from "~/features/candidates/team/record/record-form";
import { refusalWords } from "~/lib/backend/refusals";
import { withReason } from "~/lib/forms/form";
import { formContext } from "~/lib/http/context";
import { changeByForm } from "~/pages/change";
import { saveMerged, seenKeys, withTheirs } from "~/pages/merged-edit";
import { loadTeamRecord } from "~/pages/team";
import { requireId, withStatus } from "~/pages/page";
import { TextClashNotice } from "~/ui/forms/conflict-fields";
import { SignInAgain } from "~/ui/forms/sign-in-again";
import { Unavailable } from "~/ui/layout/unavailable";
import { WorkPage } from "~/ui/layout/work/work-page";

const TITLE = "Edit a candidate";

const keys = seenKeys(candidateKeys);

export async function loader({ params, url, context }: Route.LoaderArgs) {
  const id = requireId(params.id);
  const page = await loadTeamRecord(context, url, () => loadCandidate(context, id));
  return withStatus({ ...page, path: candidatePath(id), typedFor: url.searchParams.get(TYPED_KEY) });
}

/** Saves it on the version that was read, beside what a colleague has changed in other fields since. */
export function action({ params, context }: Route.ActionArgs) {
  const id = requireId(params.id);
  const body = context.get(formContext);
  return changeByForm(context, [editSchema, keys], ({ version, ...entries }) => ({
    act: async () => {
      const made = await saveMerged<Field, CandidateRecord>(
        {
          groups: fieldGroups,
          textsOf: candidateEntries,
          load: async () => {
            const found = await loadCandidate(context, id);
            return found.ok ? { ok: true, value: found.value && found.value.candidate } : found;
          },
          save: (seen, merged) => editCandidate(context, id, seen, merged),
        },
        { body, keys, version, entries },
      );
      if (made.ok || made.message !== "answer_needs_address") return made;
      return { ...made, state: withReason(made.state, "email", refusalWords(made.message) ?? "") };
    },
    failed: "candidate not changed",
    notDone: candidateNotices.notDone,
    done: (theirs: string[]) => ({
      notice: withTheirs(candidateNotices.saved, labels, theirs),
      path: candidatePath(id),
    }),
  }));
}

/** A candidate's record, to be changed. */
export default function CandidateEditPage({
  loaderData: { answer, path, typedFor },
  actionData,
}: Route.ComponentProps) {
  const record = answer.ok ? answer.value.candidate : undefined;
  const saved = record && candidateEntries(record);
  const differs = answer.ok ? answer.value.entries.find(({ id }) => id === typedFor)?.differs : undefined;
  return (
    <WorkPage
      title={TITLE}
      lead={record?.full_name}
      documentTitle={TITLE}
      state={actionData}
      className="record-form grid gap-6"
    >
      {!answer.ok && (answer.status === 401 ? <SignInAgain /> : <Unavailable />)}
      <TextClashNotice labels={labels} sent={actionData} />
      {differs && (
        <p className="notice-line">Filled in as they typed it with their application: look at it, then save it.</p>
      )}
      {(saved ?? actionData) && (
        <RecordForm
          entries={saved}
          typed={record && differs ? candidateEntries({ ...record, ...differs }) : undefined}
          seen={{ version: record?.version, sent: actionData }}
          similar={[]}
          cancelPath={path}
        />
      )}
    </WorkPage>
  );
}
