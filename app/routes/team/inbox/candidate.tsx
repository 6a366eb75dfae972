import { redirect } from "react-router";
import type { Route } from "./+types/candidate";
import { fieldNames, type Field } from "~/features/candidates/fields";
import { candidateNotices } from "~/features/candidates/notices";
import { candidateKeys, candidateSchema, enteredOf } from "~/features/candidates/schema";
import { candidatePath } from "~/features/candidates/team/finding/filters";
import { makeCandidateOf } from "~/features/candidates/team/record/of-item.server";
import { RecordForm } from "~/features/candidates/team/record/record-form";
import { findSimilar, type Similar } from "~/features/candidates/team/shortlist/shortlist.server";
import { SimilarList } from "~/features/candidates/team/record/similar-list";
import { itemPath } from "~/features/inbox/filters";
import { Facts } from "~/features/inbox/item/item-parts";
import { kindWords } from "~/features/inbox/list/items";
import { factsOf } from "~/features/inbox/sent/fields";
import { senderOf, sentWords } from "~/features/inbox/sent/sender";
import { loadEnquiry, type FoundEnquiry } from "~/features/inbox/sent/sent.server";
import { everyName } from "~/features/team/names";
import { NO_ENTRIES, textOf, TOKEN_KEY } from "~/lib/forms/form";
import { isAfterPost } from "~/lib/forms/form.server";
import { identifyForm } from "~/lib/forms/form-token.server";
import { firstCharacters } from "~/lib/format/text";
import { formContext, type Context } from "~/lib/http/context";
import { formPageMeta } from "~/lib/http/meta";
import type { Result } from "~/lib/result";
import { isRowId } from "~/lib/schema/fields";
import { changeByForm, makeChange } from "~/pages/change";
import { enquiryChoices } from "~/pages/enquiry-choices";
import { loadTeamRecord } from "~/pages/team";
import { requireId, withStatus } from "~/pages/page";
import { Button } from "~/ui/forms/button";
import { OwnedForm } from "~/ui/forms/owned-form";
import { SignInAgain } from "~/ui/forms/sign-in-again";
import { Part } from "~/ui/layout/part";
import { Unavailable } from "~/ui/layout/unavailable";
import { WorkPage } from "~/ui/layout/work/work-page";

export const handle = { hasForm: true };

const TITLE = "Make a candidate";
/** So much of what was written fits a summary. */
const LONGEST_SUMMARY = 4_000;
/** A button's value before the id of a candidate whom the team knows. */
const KNOWN = "known ";

export const meta = () => formPageMeta(TITLE, "An enquiry becomes a candidate, once.");

/** What of an enquiry fits a candidate's record, as its form shows it. */
function begin(item: FoundEnquiry): Record<Field, string> {
  const { name, email, phone } = senderOf(item);
  const { title, text } = sentWords(item.sent);
  const posting = item.sent.kind === "posting" ? item.sent.row : undefined;
  return {
    ...(Object.fromEntries(fieldNames.map((field) => [field, ""])) as Record<Field, string>),
    full_name: name,
    email: email ?? "",
    phone: phone ?? "",
    headline: title ?? "",
    city: posting?.location ?? "",
    skills: posting?.skills ?? "",
    summary: firstCharacters(text, LONGEST_SUMMARY),
    source: kindWords(item.kind, item.source),
  };
}

type Convertible = { item: FoundEnquiry; similar: Similar[] };

/** What was sent, and who may have sent it; null when there is none. */
async function load(context: Context, id: string): Promise<Result<Convertible | null>> {
  const found = await loadEnquiry(context, id);
  if (!found.ok || found.value === null) return found.ok ? { ok: true, value: null } : found;
  const item = found.value;
  const { full_name, email, phone } = begin(item);
  const entered = isAfterPost(context) ? enteredOf(context.get(formContext)) : { full_name, email, phone };
  const similar = await findSimilar(context, entered);
  return similar.ok ? { ok: true, value: { item, similar: similar.value } } : similar;
}

export async function loader({ params, url, context }: Route.LoaderArgs) {
  const id = requireId(params.id);
  const page = await loadTeamRecord(context, url, () => load(context, id));
  const made = page.answer.ok ? page.answer.value.item.candidate : null;
  // What was refused because a colleague came first stays on the page, to be copied.
  if (made && !isAfterPost(context)) throw redirect(candidatePath(made));
  return withStatus({ ...page, path: itemPath(id) });
}

/** Makes a new candidate of it, unless they may be somebody we know, which is asked once; or says that it is one of those. */
export function action({ params, context }: Route.ActionArgs) {
  const id = requireId(params.id);
  const body = context.get(formContext);
  const intent = textOf(body.get("intent"));
  const known = intent.startsWith(KNOWN) ? intent.slice(KNOWN.length) : undefined;
  const shared = {
    failed: "candidate not made",
    notDone: candidateNotices.notDone,
    done: (candidate: string) => ({ notice: candidateNotices.made, path: candidatePath(candidate) }),
    notFoundWhen: ({ message }: { message: string }) => message === "item_not_found",
  };
  if (known !== undefined && isRowId(known)) {
    const act = () => makeCandidateOf(context, id, { candidate: known });
    return makeChange(context, { ...shared, state: NO_ENTRIES, act });
  }
  return changeByForm(context, [candidateSchema, candidateKeys], (entries) => ({
    ...shared,
    act: async (userId) => {
      const similar = body.get("is_other") === "yes" ? undefined : await findSimilar(context, enteredOf(body));
      if (similar?.ok && similar.value.length > 0) return { ok: false, message: "similar", status: 409 };
      const { form_id } = identifyForm(body.get(TOKEN_KEY), `candidate of ${id}`, { ...entries, by: userId }, "page");
      return makeCandidateOf(context, id, { entries, form: form_id });
    },
  }));
}

/** What was sent at the left, who it may be and the record's form at the right. */
export default function CandidateOfItemPage({ loaderData, actionData }: Route.ComponentProps) {
  const { answer, path } = loaderData;
  const found = answer.ok ? answer.value : undefined;
  return (
    <WorkPage title={TITLE} documentTitle={TITLE} state={actionData} className="work-pair">
      <section aria-labelledby="sent" className="grid gap-6 content-start">
        <p>
          <a href={path}>Back to the item</a>
        </p>
        <h2 id="sent" className="text-xl">
          What was sent
        </h2>
        {found && <Facts facts={factsOf(found.item.sent, enquiryChoices(found.item.sent, everyName(loaderData)))} />}
        {!answer.ok && (answer.status === 401 ? <SignInAgain /> : <Unavailable />)}
      </section>
      <div className="record-form grid gap-6">
        {found && found.similar.length > 0 && (
          <Part id="similar" title="We may know them" heading="text-lg" className="found">
            <OwnedForm>
              <SimilarList
                similar={found.similar}
                act={(one) => (
                  <Button variant="outline" name="intent" value={`${KNOWN}${one.id}`}>
                    It Is Them<bdi className="sr-only">: {one.full_name}</bdi>
                  </Button>
                )}
              />
            </OwnedForm>
            <p className="hint">Then the item is linked with that record, and nothing new is made.</p>
          </Part>
        )}
        <RecordForm
          entries={found && begin(found.item)}
          similar={[]}
          isOther={found !== undefined && found.similar.length > 0}
          cancelPath={path}
        />
      </div>
    </WorkPage>
  );
}
