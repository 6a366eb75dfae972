import { data } from "react-router";
import type { Route } from "./+types/draft-deletion";
import { titled } from "~/lib/format/titles";
import { draftPath, VERSION_KEY } from "~/lib/forms/draft-saving";
import { titleOf } from "~/features/requirements/drafts/list";
import { deleteDraft, openDraft, readVersion } from "~/features/requirements/drafts/drafts.server";
import { requirementNotices } from "~/features/requirements/notices";
import { formContext } from "~/lib/http/context";
import { NO_ENTRIES } from "~/lib/forms/form";
import { isAfterPost } from "~/lib/forms/form.server";
import { makeChange } from "~/pages/change";
import { loadClientPage, requireOwn, requireOwnId } from "~/pages/client";
import { throwNotFound } from "~/pages/page";
import { Button, ButtonLink } from "~/ui/forms/button";
import { OwnedForm } from "~/ui/forms/owned-form";
import { Moment } from "~/ui/pieces/moment";
import { Unavailable } from "~/ui/layout/unavailable";
import { WorkPage } from "~/ui/layout/work/work-page";

export const handle = { section: "/client-dashboard" };

const TITLE = "Delete draft";

export const meta = () => [{ title: titled(TITLE) }];

export async function loader({ params, url, context }: Route.LoaderArgs) {
  const id = await requireOwnId(context, url, params.id);
  const { account, answer } = await loadClientPage(context, url, () => openDraft(context, id));
  if (!answer.ok) return data({ account, draft: null }, { status: answer.status });
  // What has become a requirement, or has gone while the page was sent, is no draft to delete.
  const draft = answer.value && "draft" in answer.value ? answer.value.draft : null;
  if (!draft && !isAfterPost(context)) return throwNotFound({ account });
  return { account, draft };
}

export async function action({ params, url, context }: Route.ActionArgs) {
  const id = await requireOwnId(context, url, params.id);
  const seen = readVersion(context.get(formContext).get(VERSION_KEY));
  return makeChange(context, {
    state: NO_ENTRIES,
    act: async () => {
      const deleted = await requireOwn(context, await deleteDraft(context, id, seen));
      // Sent twice, it is gone all the same.
      const isGone = !deleted.ok && deleted.message === "draft_gone";
      if (isGone) return { ok: true, value: requirementNotices.draftNotThere };
      return deleted.ok ? { ok: true, value: requirementNotices.draftDeleted } : deleted;
    },
    failed: "draft not deleted",
    notDone: requirementNotices.notDone,
    done: (notice) => ({ notice, path: "/client-dashboard" }),
  });
}

/** Asks once before a draft is deleted. */
export default function DraftDeletionPage({ loaderData: { draft } }: Route.ComponentProps) {
  return (
    <WorkPage title={TITLE} className="grid grid-cols-1 gap-5">
      {!draft && <Unavailable />}
      {draft && (
        <>
          <p>
            <strong>{titleOf(draft.entries["job_title"])}</strong>, saved{" "}
            {draft.saved_by !== null && <>by {draft.saved_by} </>}
            on <Moment value={draft.updated_at} hasTime />. Its entries are then gone, for your colleagues as well.
          </p>
          <OwnedForm className="actions">
            <input type="hidden" name={VERSION_KEY} value={draft.version} />
            <Button busyText="Deleting...">Delete Draft</Button>
            <ButtonLink href={draftPath(draft.id)} variant="outline">
              Keep It
            </ButtonLink>
          </OwnedForm>
        </>
      )}
    </WorkPage>
  );
}
