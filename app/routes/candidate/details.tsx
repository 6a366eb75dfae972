import { data, redirect } from "react-router";
import type { Route } from "./+types/details";
import { candidatePath } from "~/content/navigation";
import { DetailsForm, ownGroups, ownLabels, ownTexts, type OwnEntries } from "~/features/candidates/own/details-form";
import { LinkForm } from "~/features/candidates/own/link-form";
import { ownNotices } from "~/features/candidates/own/notices";
import { editDetails, loadOwnPage } from "~/features/candidates/own/own.server";
import { ownCandidateKeys, ownCandidateSchema } from "~/features/candidates/schema";
import { formResponse, isAfterPost, keepForm, parseForm } from "~/lib/forms/form.server";
import { seenVersion } from "~/lib/schema/fields";
import { formContext } from "~/lib/http/context";
import { changeOwn, loadOwn } from "~/pages/candidate";
import { saveMerged, seenKeys, withTheirs } from "~/pages/merged-edit";
import { Unavailable } from "~/ui/layout/unavailable";
import { WorkPage } from "~/ui/layout/work/work-page";

export const handle = { isPrivate: true, section: candidatePath };

const TITLE = "What we keep about you";

const keys = seenKeys(ownCandidateKeys);

export async function loader({ request, context }: Route.LoaderArgs) {
  const { own, status } = await loadOwn(context, request);
  if (own === null && !isAfterPost(context)) throw redirect(candidatePath);
  return data({ details: own?.candidate, hasEnded: own === null }, { status });
}

/** Saves it on the version that was read, beside what the team has changed in other fields since. */
export async function action({ request, url, context }: Route.ActionArgs) {
  const body = context.get(formContext);
  const { values, state } = await parseForm(body, ownCandidateSchema, keys);
  if (!values) return keepForm(context, formResponse(state, 400));
  const version = seenVersion.parse(body.get("version"));
  const act = (session: string) =>
    saveMerged<keyof OwnEntries, OwnEntries>(
      {
        groups: ownGroups,
        textsOf: ownTexts,
        load: async () => {
          const own = await loadOwnPage(context, session);
          return own.ok ? { ok: true, value: own.value.candidate } : own;
        },
        save: (seen, { ...merged }) => editDetails(context, session, seen, merged),
      },
      { body, keys, version, entries: values },
    );
  const done = (theirs: string[]) => withTheirs(ownNotices.saved, ownLabels, theirs);
  return keepForm(context, await changeOwn(context, { request, url }, { state, act, done }));
}

/** What we have of a candidate, for them to read and correct. */
export default function DetailsPage({ loaderData: { details, hasEnded }, actionData }: Route.ComponentProps) {
  return (
    <WorkPage
      title={TITLE}
      lead="To change your e-mail address, write to your recruiter."
      documentTitle={TITLE}
      state={actionData}
    >
      <div className="form-column">
        {hasEnded && <LinkForm />}
        {!details && !hasEnded && <Unavailable />}
        {(details ?? actionData) && <DetailsForm details={details} sent={actionData} />}
      </div>
    </WorkPage>
  );
}
