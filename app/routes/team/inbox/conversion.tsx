import { data, redirect } from "react-router";
import type { Route } from "./+types/conversion";
import { loadAudience } from "~/features/clients/audience.server";
import { requirementOfWords } from "~/features/enquiries/as-requirement";
import { factsOf } from "~/features/inbox/sent/fields";
import { Facts } from "~/features/inbox/item/item-parts";
import { kinds } from "~/features/inbox/list/items";
import { senderOf, sentWords } from "~/features/inbox/sent/sender";
import { loadEnquiry, type FoundEnquiry, type SentEnquiry } from "~/features/inbox/sent/sent.server";
import { postingHints, requirementOf } from "~/features/job-posting/as-requirement";
import {
  ClientChoice,
  clientChoice,
  clientChoices,
  INVITE,
  isLooking,
  isMissed,
  lookedFor,
  NEW_NAME,
  newCompanyName,
  OFFERED,
  offeredChoices,
  onlyChoice,
  withChosen,
} from "~/features/requirements/team/client-choice";
import {
  convertItem,
  suggestClients,
  type Owner,
  type Suggestion,
} from "~/features/requirements/team/conversion.server";
import { editedSkills, errorOf, filingKeys, parseFiling } from "~/features/requirements/team/filing.server";
import { RecruiterSelect } from "~/features/requirements/team/recruiter-select";
import { requirementNotices } from "~/features/requirements/notices";
import { RequirementForm } from "~/features/requirements/form/requirement-form";
import { inCurrencyOfPlace } from "~/features/requirements/form/pay-question";
import { today } from "~/lib/format/clock";
import { requirementPath } from "~/features/requirements/team/requirement-table";
import { useRequirementForm } from "~/features/requirements/form/use-requirement-form";
import { colleagues, everyName } from "~/features/team/names";
import { formContext, type Context } from "~/lib/http/context";
import { textOf, type FormState } from "~/lib/forms/form";
import { formResponse, isAfterPost, keepEntries } from "~/lib/forms/form.server";
import { formPageMeta } from "~/lib/http/meta";
import type { Result } from "~/lib/result";
import { labelOf } from "~/lib/schema/fields";
import { cleanText } from "~/lib/format/text";
import { makeChange } from "~/pages/change";
import { enquiryChoices } from "~/pages/enquiry-choices";
import { loadTeamRecord } from "~/pages/team";
import { notFound, withStatus } from "~/pages/page";
import { SubmitOrCancel } from "~/ui/forms/button";
import { FormHead } from "~/ui/forms/form-head";
import { PageHeader } from "~/ui/layout/page-header";
import { Part } from "~/ui/layout/part";
import { Unavailable } from "~/ui/layout/unavailable";

export const handle = { hasRequirementForm: true };

const TITLE = "Make a requirement";
const KEYS = filingKeys(["client", NEW_NAME], [OFFERED]);

export const meta = () => formPageMeta(TITLE, "An enquiry becomes a requirement, once.");

type Convertible = { item: FoundEnquiry; suggestions: Suggestion[] };

/** What was sent, and the companies that it may be from; null when there is none. */
async function load(context: Context, id: string, name: string): Promise<Result<Convertible | null>> {
  const found = await loadEnquiry(context, id);
  if (!found.ok || found.value === null) return found.ok ? { ok: true, value: null } : found;
  const item = found.value;
  const { sent } = item;
  const { company, email: address, phone: number } = senderOf(item);
  const known = sent.kind === "contact" ? sent.row.client_id : null;
  const suggestions = await suggestClients(context, { name: name || (company ?? ""), address, number, known });
  return suggestions.ok ? { ok: true, value: { item, suggestions: suggestions.value } } : suggestions;
}

export async function loader({ params, url, context }: Route.LoaderArgs) {
  const name = lookedFor(context.get(formContext)) ?? lookedFor(url.searchParams) ?? "";
  const page = await loadTeamRecord(context, url, () => load(context, params.id, name));
  const made = page.answer.ok ? page.answer.value.item.sent.requirement : null;
  // What was refused because a colleague came first stays on the page, to be copied.
  if (made && !isAfterPost(context)) throw redirect(requirementPath(made));
  return withStatus({ ...page, id: params.id, name, minDeadline: today() });
}

/** What it is called that was sent. */
function wordOf({ kind, source }: FoundEnquiry): string {
  return (source ?? "form") === "form" ? labelOf(kinds, kind).toLowerCase() : "enquiry";
}

/** The company that is made for whoever sent it. */
function newOwner(item: FoundEnquiry, body: FormData): Owner {
  const sender = senderOf(item);
  const company_name = cleanText(textOf(body.get(NEW_NAME))) || newCompanyName(sender);
  return { company_name, full_name: sender.name, phone: sender.phone };
}

export async function action({ params, context }: Route.ActionArgs) {
  const body = context.get(formContext);
  if (isLooking(body)) return formResponse({ ...keepEntries(body, KEYS), errors: {} }, 200);
  const edited = editedSkills(body, KEYS);
  if (edited) return formResponse(edited, 200);
  const client = clientChoice.safeParse(body.get("client"));
  const { state, filing } = await parseFiling(body, KEYS, errorOf("client", client));
  if (!client.success || !filing) return formResponse(state, 400);
  return makeChange(context, {
    state,
    act: async () => {
      const found = await loadEnquiry(context, params.id);
      if (!found.ok) return found;
      if (found.value === null) return notFound();
      const owner = client.data === INVITE ? newOwner(found.value, body) : { client: client.data };
      const made = await convertItem(context, params.id, owner, filing);
      if (!made.ok) return made;
      const audience = made.value === null ? undefined : await loadAudience(context, made.value);
      const told = audience?.ok ? audience.value : null;
      return { ok: true, value: { id: made.value, word: wordOf(found.value), told } };
    },
    failed: "requirement not made",
    notDone: requirementNotices.notDone,
    done: ({ id, word, told }) => {
      if (id === null) throw data(null, { status: 502 });
      return {
        notice: requirementNotices.converted(word, told),
        path: requirementPath(id),
        hasMail: true,
        requirements: [id],
      };
    },
    notFoundWhen: ({ status, message }) => status === 404 && message !== "client_not_found",
  });
}

/** What of it fits a requirement, as its form shows it. */
function begin(sent: SentEnquiry): FormState {
  return sent.kind === "posting" ? requirementOf(sent.row) : requirementOfWords(sentWords(sent).text);
}

/** What was sent at the left, the requirement's form with what fits at the right; what does not fit, beside its field. */
export default function ConversionPage({ loaderData, actionData }: Route.ComponentProps) {
  const { answer, id, name, minDeadline, account, userId, team: members } = loaderData;
  const found = answer.ok ? answer.value : null;
  const model = useRequirementForm(actionData, found ? inCurrencyOfPlace(begin(found.item.sent)) : undefined);
  const chosen = actionData?.defaultValues["client"];
  const offered = offeredChoices(actionData?.lists[OFFERED]);
  const choices = found ? withChosen(clientChoices(found.suggestions, senderOf(found.item)), offered, chosen) : offered;
  const named = actionData?.defaultValues[NEW_NAME];
  const word = found ? wordOf(found.item) : "enquiry";
  const title = found ? `${TITLE} of ${word === "enquiry" ? "an" : "a"} ${word}` : TITLE;
  return (
    <div className="pb-16">
      <FormHead title={title} errors={actionData?.errors} />
      <PageHeader title={title} isWork>
        <p>
          <a href={`/team/inbox/${id}`}>Back to the item</a>
        </p>
      </PageHeader>
      <div className="wrap work-pair">
        <section aria-labelledby="sent" className="stays grid gap-6 content-start" tabIndex={0}>
          <h2 id="sent" className="text-xl">
            The {word}
          </h2>
          {found ? (
            <Facts facts={factsOf(found.item.sent, enquiryChoices(found.item.sent, everyName(loaderData)))} />
          ) : (
            <Unavailable />
          )}
        </section>
        <Part id="requirement" title="The requirement" heading="mb-3 text-xl">
          <RequirementForm
            model={model}
            minDeadline={minDeadline}
            keptFor={account?.email}
            foldsFilled
            hints={found?.item.sent.kind === "posting" ? postingHints(found.item.sent.row) : {}}
            end={
              <SubmitOrCancel name="intent" value="submit" busyText="Saving..." path={`/team/inbox/${id}`}>
                Make the Requirement
              </SubmitOrCancel>
            }
          >
            <ClientChoice
              choices={choices}
              chosen={typeof chosen === "string" && chosen !== "" ? chosen : onlyChoice(choices)}
              error={actionData?.errors["client"]?.message}
              newName={typeof named === "string" ? named : found ? newCompanyName(senderOf(found.item)) : ""}
              name={name}
              isMissed={found !== null && isMissed(name, found.suggestions)}
            >
              <RecruiterSelect state={actionData} people={colleagues(members)} userId={userId} />
            </ClientChoice>
          </RequirementForm>
        </Part>
      </div>
    </div>
  );
}
