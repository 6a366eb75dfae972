import type { Route } from "./+types/merge";
import { candidateNotices } from "~/features/candidates/notices";
import { loadCandidate, mergeCandidates, type Candidate } from "~/features/candidates/team/record/candidate.server";
import { candidatePath, mergePath } from "~/features/candidates/team/finding/filters";
import { differencesOf, mergedEntries, tooMuchOf, whyNotMerged } from "~/features/candidates/team/record/merge";
import { NO_ENTRIES } from "~/lib/forms/form";
import { formResponse } from "~/lib/forms/form.server";
import { formContext, type Context } from "~/lib/http/context";
import { pageMeta } from "~/lib/http/meta";
import { askAll, type Result } from "~/lib/result";
import { makeChange } from "~/pages/change";
import { loadTeamRecord } from "~/pages/team";
import { requireId, withStatus } from "~/pages/page";
import { SubmitOrCancel } from "~/ui/forms/button";
import { OwnedForm } from "~/ui/forms/owned-form";
import { Unavailable } from "~/ui/layout/unavailable";
import { WorkPage } from "~/ui/layout/work/work-page";
import { Dated, Moment } from "~/ui/pieces/moment";
import { readableAddress } from "~/lib/schema/address";

const TITLE = "Make one record of two";

export const meta = () => pageMeta(TITLE, "Two records of one person become one.");

type Two = { kept: Candidate; merged: Candidate };

/** The record to keep and the other one, each null when it is not there. */
function loadEach(context: Context, id: string, other: string | null) {
  return askAll({ kept: loadCandidate(context, id), merged: loadCandidate(context, other ?? "") });
}

/** The two; null when one of them is not there. */
async function loadTwo(context: Context, id: string, other: string | null): Promise<Result<Two | null>> {
  const two = await loadEach(context, id, other);
  if (!two.ok) return two;
  const { kept, merged } = two.value;
  return { ok: true, value: kept && merged && { kept, merged } };
}

export async function loader({ params, url, context }: Route.LoaderArgs) {
  const id = requireId(params.id);
  return withStatus(await loadTeamRecord(context, url, () => loadTwo(context, id, url.searchParams.get("with"))));
}

/** Makes one of the two, each as it was seen. */
export async function action({ params, url, context }: Route.ActionArgs) {
  const id = requireId(params.id);
  const other = url.searchParams.get("with");
  const body = context.get(formContext);
  return makeChange(context, {
    state: NO_ENTRIES,
    act: async () => {
      const two = await loadEach(context, id, other);
      if (!two.ok) return two;
      if (!two.value.kept) return formResponse(NO_ENTRIES, 409);
      // One that is sent twice finds the other one gone.
      if (!two.value.merged) return { ok: true as const, value: null };
      const { candidate: kept } = two.value.kept;
      const { candidate: merged } = two.value.merged;
      // The page says why, where the form would stand.
      if (tooMuchOf(kept, merged).length > 0) return formResponse(NO_ENTRIES, 422);
      const seen = { seen: Number(body.get("seen")) || 0, merged_seen: Number(body.get("merged_seen")) || 0 };
      const entries = mergedEntries(kept, merged, (field) => body.get(field));
      return mergeCandidates(context, { kept: id, merged: merged.id, ...seen }, entries);
    },
    failed: "candidates not merged",
    notDone: candidateNotices.notDone,
    done: (version) => ({
      notice: version === null ? candidateNotices.mergedAlready : candidateNotices.merged,
      path: candidatePath(id),
    }),
  });
}

function MergeForm({ kept, merged }: Two) {
  const rows = differencesOf(kept.candidate, merged.candidate);
  return (
    <OwnedForm className="grid gap-6">
      <input type="hidden" name="seen" value={kept.candidate.version} />
      <input type="hidden" name="merged_seen" value={merged.candidate.version} />
      {rows.map(({ field, label, choice, ...words }) => (
        <fieldset key={field} className="field">
          <legend className="label">{label}</legend>
          <div className="work-halves">
            {(["kept", "merged"] as const).map((whose) => (
              <label key={whose} className="check">
                <input type="radio" name={field} value={whose} defaultChecked={choice === whose} />
                <span>
                  <bdi>{words[whose] || "Nothing"}</bdi>{" "}
                  <span className="hint">{whose === "kept" ? "on the record that stays" : "on the other one"}</span>
                </span>
              </label>
            ))}
          </div>
        </fieldset>
      ))}
      {rows.length === 0 && <p>Both say the same.</p>}
      <SubmitOrCancel busyText="Merging..." path={candidatePath(kept.candidate.id)} cancel="Keep Both">
        Make One Record{" "}
      </SubmitOrCancel>
    </OwnedForm>
  );
}

/** One of the two, with what tells them apart. */
function RecordLink({ candidate: { id, full_name, created_at, email_confirmed_at } }: Candidate) {
  return (
    <>
      <a href={candidatePath(id)}>
        The record of <bdi>{full_name}</bdi>
      </a>
      , known since <Moment value={created_at} />, address{" "}
      {email_confirmed_at ? <Dated words="proved on" value={email_confirmed_at} /> : "not proved"}
    </>
  );
}

/** Shows what is kept of two records of one person, before one is made of them. */
export default function CandidateMergePage({ loaderData: { answer } }: Route.ComponentProps) {
  const two = answer.ok ? answer.value : null;
  const reasons = two ? whyNotMerged(two) : [];
  return (
    <WorkPage title={TITLE} className="form-column grid gap-6">
      {!two && <Unavailable />}
      {two && reasons.length > 0 && (
        <>
          {reasons.map((words) => (
            <p key={words} className="late">
              {words}
            </p>
          ))}
          <ul className="lines">
            {[...new Map([two.kept, two.merged].map((each) => [each.candidate.id, each])).values()].map((each) => (
              <li key={each.candidate.id}>
                <RecordLink {...each} />
              </li>
            ))}
          </ul>
          {two.merged.entries.length > 0 && two.kept.candidate.id !== two.merged.candidate.id && (
            <p>
              <a href={mergePath(two.merged.candidate.id, two.kept.candidate.id)}>The other way round</a>
            </p>
          )}
        </>
      )}
      {two && reasons.length === 0 && (
        <>
          <p>
            <RecordLink {...two.kept} />, <strong>stays</strong>, with its questions, answers and shown cards.
          </p>
          <p>
            <RecordLink {...two.merged} />, <strong>goes</strong>. Its notes, skills, links, blocked companies, jobs and
            every no move over. A yes does not: it was given to the old words. If this record was asked about or shown,
            keep it instead: <a href={mergePath(two.merged.candidate.id, two.kept.candidate.id)}>the other way round</a>
            .
          </p>
          <p>
            The address, <bdi>{readableAddress(two.kept.candidate.email ?? "")}</bdi>, is the same on both. It stays,
            and counts as proved.
          </p>
          <MergeForm {...two} />
        </>
      )}
    </WorkPage>
  );
}
