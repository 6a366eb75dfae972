import { data, redirect } from "react-router";
import type { z } from "zod";
import type { Route } from "./+types/conversion";
import { titled } from "~/content/company";
import { syncCrm } from "~/features/crm/crm.server";
import { factsOf } from "~/features/inbox/facts";
import { Facts } from "~/features/inbox/item-parts";
import { loadFound, type Sent } from "~/features/inbox/sent.server";
import { postingChoices, postingHints, requirementOf, type Posting } from "~/features/job-posting/as-requirement";
import { wakeMail } from "~/features/mail/mail.server";
import {
  ClientChoice,
  ClientSearch,
  clientChoice,
  clientChoices,
  INVITE,
  isLooking,
  isMissed,
  lookedFor,
  OFFERED,
  offeredChoices,
  withChosen,
} from "~/features/requirements/team/client-choice";
import {
  convertPosting,
  findConverted,
  suggestClients,
  type Suggestion,
} from "~/features/requirements/team/conversion.server";
import { requirementMessages } from "~/features/requirements/messages";
import { RequirementForm } from "~/features/requirements/form/requirement-form";
import { today } from "~/features/requirements/rules";
import { requirementKeys, requirementSchema } from "~/features/requirements/schema";
import { editSkills, enteredBox } from "~/features/requirements/form/skills";
import { requirementPath } from "~/features/requirements/team/team-list";
import { useRequirementForm } from "~/features/requirements/form/use-requirement-form";
import { recruiterEntry } from "~/features/requirements/team/work";
import { colleagues } from "~/features/team/names";
import { formContext, type Context } from "~/lib/http/context";
import type { FormState } from "~/lib/forms/form";
import { formResponse, keepEntries, keepForm, parseForm } from "~/lib/forms/form.server";
import { logFailure } from "~/lib/observe/log.server";
import { pageMeta } from "~/lib/http/meta";
import { isActionLimited } from "~/lib/limits/rate-limit.server";
import type { Failure, Result } from "~/lib/result";
import { isRowId, type Options } from "~/lib/format/schema";
import { notify } from "~/lib/http/toast.server";
import { loadTeamPage, throwNotFound, requireUserId, requireChanged, team } from "~/pages/team";
import { Button, ButtonLink } from "~/ui/forms/button";
import { FormHead } from "~/ui/forms/form-head";
import { LabelledSelect } from "~/ui/forms/labelled";
import { PageHeader } from "~/ui/layout/page-header";
import { Unavailable } from "~/ui/layout/unavailable";

export const handle = { isPrivate: true };

export const middleware: Route.MiddlewareFunction[] = [team];

const TITLE = "Make a requirement of a posting";
const KEYS = {
  ...requirementKeys,
  single: [...requirementKeys.single, "client", "recruiter"],
  multiple: [...requirementKeys.multiple, OFFERED],
} as const;

export function meta() {
  return pageMeta(titled(TITLE), "A posting becomes a requirement, once.", true);
}

/** The posting of an item; null when it has none. */
async function findPosting(context: Context, id: string) {
  if (!isRowId(id)) return { ok: true, value: null } as const;
  const found = await loadFound(context, [id]);
  if (!found.ok) return found;
  const sent = found.value[0]?.sent;
  return { ok: true, value: sent?.kind === "posting" ? sent : null } as const;
}

type Convertible = {
  posting: Posting;
  sent: Extract<Sent, { kind: "posting" }>;
  converted: string | null;
  suggestions: Suggestion[];
};

/** The posting, what it has become, and the companies that it may be from; null when there is none. */
async function load(context: Context, id: string, name: string): Promise<Result<Convertible | null>> {
  const sent = await findPosting(context, id);
  if (!sent.ok) return sent;
  if (sent.value === null) return { ok: true, value: null };
  const posting = sent.value.row;
  const [converted, suggestions] = await Promise.all([
    findConverted(context, posting.id),
    suggestClients(context, { name: name || posting.company, address: posting.contact_email }),
  ]);
  if (!converted.ok) return converted;
  if (!suggestions.ok) return suggestions;
  const value = { posting, sent: sent.value, converted: converted.value, suggestions: suggestions.value };
  return { ok: true, value };
}

export async function loader({ params, url, context }: Route.LoaderArgs) {
  const name = lookedFor(context.get(formContext)) ?? lookedFor(url.searchParams) ?? "";
  const page = await loadTeamPage(context, url, () => load(context, params.id, name));
  if (page.answer.ok && page.answer.value === null) return throwNotFound(page);
  if (page.answer.ok && page.answer.value?.converted) throw redirect(requirementPath(page.answer.value.converted));
  const shown = { ...page, id: params.id, name, minDeadline: today() };
  return page.answer.ok ? shown : data(shown, { status: page.answer.status });
}

function refuse(context: Context, failure: Failure, state: FormState) {
  logFailure(context, failure, "posting not converted");
  notify(context, requirementMessages.notDone(failure));
  return formResponse(state, failure.status);
}

/** What is wrong with an entry, as the form says it beside its field. */
function errorOf(field: string, { error }: { error?: z.ZodError | undefined }): FormState["errors"] {
  const message = error?.issues[0]?.message;
  return message === undefined ? {} : { [field]: { type: "validation", message } };
}

async function convert(context: Context, id: string, body: FormData) {
  if (isLooking(body)) return formResponse({ ...keepEntries(body, KEYS), errors: {} }, 200);
  const opensAt = enteredBox(body);
  if (editSkills(body)) return formResponse({ ...keepEntries(body, KEYS), errors: {}, opensAt }, 200);
  const parsed = await parseForm(body, requirementSchema, requirementKeys);
  const client = clientChoice.safeParse(body.get("client"));
  const recruiter = recruiterEntry.safeParse(body.get("recruiter") ?? "");
  const missing = { ...errorOf("client", client), ...errorOf("recruiter", recruiter) };
  const state = { ...keepEntries(body, KEYS), errors: { ...missing, ...parsed.state.errors } };
  if (!client.success || !recruiter.success || !parsed.values) return formResponse(state, 400);
  const actor = await requireUserId(context);
  if (!actor.ok) return refuse(context, actor, state);
  if (await isActionLimited(context, actor.value)) return formResponse(state, 429);
  const sent = await findPosting(context, id);
  if (!sent.ok) return refuse(context, sent, state);
  if (sent.value === null) throw data(null, { status: 404 });
  const { id: posting, company: company_name, contact_name: full_name, phone } = sent.value.row;
  const owner = client.data === INVITE ? { company_name, full_name, phone } : { client: client.data };
  const made = await convertPosting(context, { posting, owner, entries: parsed.values, recruiter: recruiter.data });
  if (!made.ok) return refuse(context, made.message === "client_not_found" ? made : requireFailure(made), state);
  if (made.value === null) throw data(null, { status: 502 });
  syncCrm(context, made.value);
  wakeMail(context);
  notify(context, requirementMessages.converted);
  return redirect(requirementPath(made.value), 303);
}

/** A refusal that is no missing page. */
function requireFailure(failure: Failure): Failure {
  requireChanged(failure);
  return failure;
}

export async function action({ params, context }: Route.ActionArgs) {
  return keepForm(context, await convert(context, params.id, context.get(formContext)));
}

/** The choice that was made, while nobody can say who there is. */
function chosenAlone(recruiter: string): Options {
  return recruiter === "" ? [] : [[recruiter, "The colleague you chose"]];
}

/** The posting at the left, the requirement's form with what fits at the right; what does not fit, beside its field. */
export default function ConversionPage({ loaderData, actionData }: Route.ComponentProps) {
  const { answer, id, name, minDeadline, account, userId, team: members } = loaderData;
  const found = answer.ok ? answer.value : null;
  const begun = found ? requirementOf(found.posting) : undefined;
  const model = useRequirementForm(actionData, account?.email, begun);
  const chosen = actionData?.defaultValues["client"];
  const offered = offeredChoices(actionData?.lists[OFFERED]);
  const choices = found ? withChosen(clientChoices(found.suggestions, found.posting), offered, chosen) : offered;
  const recruiter = actionData?.defaultValues["recruiter"] ?? userId;
  const people = colleagues(members);
  return (
    <div className="pb-16">
      <FormHead title={titled(TITLE)} errors={actionData?.errors} />
      <PageHeader title={TITLE} isWork>
        <p>
          <a href={`/team/inbox/${id}`}>Back to the item</a>
        </p>
      </PageHeader>
      <div className="wrap work-pair">
        <section aria-labelledby="posting" className="grid gap-6 content-start">
          <h2 id="posting" className="text-xl">
            The posting
          </h2>
          {found ? <Facts facts={factsOf(found.sent, postingChoices)} /> : <Unavailable />}
        </section>
        <section aria-labelledby="requirement">
          <h2 id="requirement" className="mb-6 text-xl">
            The requirement
          </h2>
          <RequirementForm
            model={model}
            minDeadline={minDeadline}
            unchosen={["priority"]}
            hints={found ? postingHints(found.posting) : {}}
            end={
              <div className="actions">
                <Button name="intent" value="submit" busyText="Saving...">
                  Make the Requirement
                </Button>
                <ButtonLink href={`/team/inbox/${id}`} variant="outline">
                  Cancel
                </ButtonLink>
              </div>
            }
          >
            {choices.length > 0 && (
              <ClientChoice
                choices={choices}
                chosen={typeof chosen === "string" ? chosen : undefined}
                error={actionData?.errors["client"]?.message}
              />
            )}
            <ClientSearch name={name} isMissed={found !== null && isMissed(name, found.suggestions)} />
            <LabelledSelect
              name="recruiter"
              label="In charge, as the company sees it"
              options={people.length > 0 ? people : chosenAlone(String(recruiter))}
              value={String(recruiter)}
              empty="Nobody"
              error={actionData?.errors["recruiter"]?.message}
            />
          </RequirementForm>
        </section>
      </div>
    </div>
  );
}
