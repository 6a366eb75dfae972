import { data, redirect } from "react-router";
import type { Route } from "./+types/requirement-edit";
import { company, titled } from "~/content/company";
import { syncCrm } from "~/features/crm/crm.server";
import { wakeMail } from "~/features/mail/mail.server";
import { ViewersRead } from "~/features/requirements/form/form-header";
import { ClashNotice } from "~/features/requirements/client/clash-notice";
import { beginEdit, editKeys, readEdit, saveEdit, type Clash } from "~/features/requirements/client/edit.server";
import { requirementMessages } from "~/features/requirements/messages";
import { loadChangeable } from "~/features/requirements/client/own.server";
import { RequirementForm } from "~/features/requirements/form/requirement-form";
import { requirementPathFor } from "~/features/requirements/requirement-frame";
import { RequirementParts } from "~/features/requirements/form/requirement-parts";
import { today } from "~/features/requirements/rules";
import { editSkills, enteredBox } from "~/features/requirements/form/skills";
import { isEditable } from "~/features/requirements/statuses";
import { useRequirementForm } from "~/features/requirements/form/use-requirement-form";
import { formContext, type Context } from "~/lib/http/context";
import type { FormState } from "~/lib/forms/form";
import { isAfterPost, keepEntries, keepForm } from "~/lib/forms/form.server";
import { preferredLocale } from "~/lib/format/locale";
import { logFailure } from "~/lib/observe/log.server";
import { isFormLimited } from "~/lib/limits/rate-limit.server";
import type { Failure } from "~/lib/result";
import { notify } from "~/lib/http/toast.server";
import { loadClientPage, client, forbiddenReason, requireOwn, requireOwnId } from "~/pages/client";
import { requireUserId } from "~/pages/team";
import { Button, ButtonLink } from "~/ui/forms/button";
import { FormHead } from "~/ui/forms/form-head";
import { PageHeader } from "~/ui/layout/page-header";
import { SignInAgain } from "~/ui/forms/sign-in-again";
import { Unavailable } from "~/ui/layout/unavailable";

export const handle = { isPrivate: true };

export const middleware: Route.MiddlewareFunction[] = [client];

const TITLE = "Edit requirement";

export async function loader({ params, request, url, context }: Route.LoaderArgs) {
  const id = await requireOwnId(context, url, params.id);
  const locale = preferredLocale(request.headers.get("Accept-Language"));
  const page = await loadClientPage(context, url, () => loadChangeable(context, id, { agency: company.name, locale }));
  const found = page.answer.ok ? page.answer.value : undefined;
  const isReading = found?.frame.may_write === false;
  const isClosed = found !== undefined && !isEditable(found.frame.status);
  if (isClosed && !isReading && !isAfterPost(context)) {
    notify(context, requirementMessages.closedAlready);
    throw redirect(requirementPathFor("company", id));
  }
  const begun = found && beginEdit(found.filed, found.version);
  const deadline = found?.filed.deadline ?? today();
  const shown = {
    account: page.account,
    status: page.answer.ok ? (isReading ? 403 : 200) : page.answer.status,
    isReading,
    isClosed,
    id,
    locale,
    begun,
    title: found?.frame.job_title,
    entries: found?.entries ?? [],
    minDeadline: deadline < today() ? deadline : today(),
  };
  return data(shown, { status: shown.status });
}

/** The form again; of one that came second, with what the other has changed. */
function showAgain(state: FormState & { clash?: Clash | undefined }, status: 200 | Failure["status"]) {
  return data(state, { status });
}

function refuse(context: Context, failure: Failure, state: Parameters<typeof showAgain>[0]) {
  logFailure(context, failure, "requirement not edited");
  notify(context, requirementMessages.notDone(failure));
  return showAgain(state, failure.status);
}

async function edit(context: Context, id: string, body: FormData) {
  const opensAt = enteredBox(body);
  if (editSkills(body)) return showAgain({ ...keepEntries(body, editKeys), errors: {}, opensAt }, 200);
  const { state, sent } = await readEdit(body);
  if (!sent) return showAgain(state, 400);
  const actor = await requireUserId(context);
  if (!actor.ok) return refuse(context, actor, state);
  if (await isFormLimited(context, actor.value)) return showAgain(state, 429);
  const saved = await saveEdit(context, id, { state, sent });
  if (!saved.ok) {
    const { clash, state: kept, ...failure } = saved;
    return refuse(context, await requireOwn(context, await forbiddenReason(context, failure)), { ...kept, clash });
  }
  syncCrm(context, id);
  wakeMail(context);
  notify(context, requirementMessages.edited);
  return redirect(requirementPathFor("company", id), 303);
}

export async function action({ params, url, context }: Route.ActionArgs) {
  const id = await requireOwnId(context, url, params.id);
  return keepForm(context, await edit(context, id, context.get(formContext)));
}

/** What a form carries of the page it is on. */
const carried = ["version", "since", "marks"] as const;

/** The same: as it was sent, or as the page has it. */
function seenIn({ defaultValues }: FormState, since: string) {
  const entry = (name: string, other = "") => String(defaultValues[name] ?? other);
  return { version: entry("version"), since: entry("since", since), marks: entry("marks") };
}

/** The form of a requirement as it is filed, for its company to change (§3). */
export default function EditRequirementPage({ loaderData, actionData }: Route.ComponentProps) {
  const { id, account, status, isReading, isClosed, title, begun, entries, locale, minDeadline } = loaderData;
  const model = useRequirementForm(actionData, undefined, begun);
  const clash = actionData?.clash;
  const form = actionData ?? begun;
  const path = requirementPathFor("company", id);
  const seen = seenIn(form ?? { defaultValues: {}, lists: {}, errors: {} }, entries[0]?.at ?? "");
  return (
    <div className="pb-16">
      <FormHead title={titled(TITLE)} errors={actionData?.errors} />
      <PageHeader title={TITLE} {...(title === undefined ? {} : { lead: title })} isWork>
        <p>
          <a href={path} className="alone">
            Back to the requirement
          </a>
        </p>
      </PageHeader>
      {isReading && !actionData ? (
        <div className="wrap">
          <ViewersRead company={account?.company} />
        </div>
      ) : (
        <div className="wrap">
          {status === 401 && <SignInAgain />}
          <div className="work-split">
            <RequirementParts control={model.form.control} />
            <div className="grid gap-6">
              {clash && (
                <ClashNotice
                  clash={clash}
                  entries={entries.filter(({ at }) => at > clash.stood.since)}
                  locale={locale}
                />
              )}
              {form ? (
                <RequirementForm
                  model={model}
                  minDeadline={minDeadline}
                  keptFor={account?.email}
                  end={
                    <div className="actions">
                      {isClosed ? (
                        <ButtonLink href={`${path}/duplicate`}>Duplicate It</ButtonLink>
                      ) : (
                        <Button name="intent" value="submit" busyText="Saving...">
                          Save Changes
                        </Button>
                      )}
                      <ButtonLink href={path} variant="outline">
                        Cancel
                      </ButtonLink>
                    </div>
                  }
                >
                  {carried.map((name) => (
                    <input key={name} type="hidden" name={name} value={seen[name]} data-before={clash?.stood[name]} />
                  ))}
                </RequirementForm>
              ) : (
                <Unavailable />
              )}
            </div>
          </div>
        </div>
      )}
    </div>
  );
}
