import type { Route } from "./+types/new";
import { candidateNotices } from "~/features/candidates/notices";
import { candidateKeys, candidateSchema, enteredOf } from "~/features/candidates/schema";
import { candidatePath, listPath } from "~/features/candidates/team/finding/filters";
import { RecordForm } from "~/features/candidates/team/record/record-form";
import { createCandidate, findSimilar, type Similar } from "~/features/candidates/team/shortlist/shortlist.server";
import { TOKEN_KEY } from "~/lib/forms/form";
import { isAfterPost } from "~/lib/forms/form.server";
import { identifyForm } from "~/lib/forms/form-token.server";
import { formContext, type Context } from "~/lib/http/context";
import { formPageMeta } from "~/lib/http/meta";
import type { Result } from "~/lib/result";
import { changeByForm } from "~/pages/change";
import { loadTeamPage } from "~/pages/team";
import { withStatus } from "~/pages/page";
import { SignInAgain } from "~/ui/forms/sign-in-again";
import { WorkPage } from "~/ui/layout/work/work-page";

export const handle = { hasForm: true };

const TITLE = "New candidate";

export const meta = () => formPageMeta(TITLE, "Someone who looks for work.");

/** Who may be the same person as somebody whom the page has just sent; nobody before. */
async function askSimilar(context: Context): Promise<Result<Similar[]>> {
  const body = context.get(formContext);
  if (!isAfterPost(context)) return { ok: true, value: [] };
  return findSimilar(context, enteredOf(body));
}

export async function loader({ url, context }: Route.LoaderArgs) {
  const page = await loadTeamPage(context, url, () => askSimilar(context));
  return withStatus(page);
}

/** Keeps a new candidate, unless they may be somebody we know: that is asked once. */
export function action({ context }: Route.ActionArgs) {
  const body = context.get(formContext);
  return changeByForm(context, [candidateSchema, candidateKeys], (values) => ({
    act: async (userId) => {
      const similar = body.get("is_other") === "yes" ? undefined : await findSimilar(context, enteredOf(body));
      if (similar?.ok && similar.value.length > 0) return { ok: false, message: "similar", status: 409 };
      const { form_id } = identifyForm(body.get(TOKEN_KEY), "candidate", { ...values, by: userId }, "page");
      return createCandidate(context, values, form_id);
    },
    failed: "candidate not saved",
    notDone: candidateNotices.notDone,
    done: (id) => ({ notice: candidateNotices.saved, path: candidatePath(id) }),
  }));
}

/** Writes down somebody who looks for work. */
export default function NewCandidatePage({ loaderData: { answer }, actionData }: Route.ComponentProps) {
  return (
    <WorkPage title={TITLE} documentTitle={TITLE} state={actionData} className="record-form grid gap-6">
      {!answer.ok && answer.status === 401 && <SignInAgain />}
      <RecordForm similar={answer.ok ? answer.value : []} cancelPath={listPath} />
    </WorkPage>
  );
}
