import { data } from "react-router";
import type { Route } from "./+types/item";
import { company } from "~/content/company";
import { itemPath, pathOf, readFilters, readGroup, readView, undoPath } from "~/features/inbox/filters";
import { loadTemplate, loadTemplateTitles } from "~/features/inbox/templates/templates.server";
import { withTemplate, type Template } from "~/features/inbox/templates/templates";
import { restOf } from "~/features/inbox/sent/fields";
import { actOnItem, itemFormEntries, versionedIdFor, type Done } from "~/features/inbox/item/item-acts.server";
import { ItemHead } from "~/features/inbox/item/item-head";
import { SeldomForms, SentForm } from "~/features/inbox/item/item-forms";
import { Facts, RelatedList, Timeline, Written } from "~/features/inbox/item/item-parts";
import { loadItem, type From, type Item } from "~/features/inbox/item/item.server";
import { inboxNotices, refusalNotice, undoable } from "~/features/inbox/notices";
import { aboutOf, replyTo, senderOf, subjectOf, sentWords } from "~/features/inbox/sent/sender";
import { timelineOf } from "~/features/inbox/item/timeline";
import { Ways } from "~/features/inbox/item/ways";
import { WorkForm } from "~/features/inbox/item/work-form";
import { eventWords, ownerless } from "~/features/requirements/history/history";
import { factsOfRequirement } from "~/features/requirements/field-words";
import { colleagues, everyName } from "~/features/team/names";
import { formContext, type Context } from "~/lib/http/context";
import { hasErrors, textOf, type FormState } from "~/lib/forms/form";
import { formResponse, isAfterPost, keepForGoingBack } from "~/lib/forms/form.server";
import { preferredLocale } from "~/lib/format/locale";
import { giveBackMail, isOverMailBudget } from "~/lib/limits/mail-budget.server";
import { formPageMeta } from "~/lib/http/meta";
import { askAll, type Result } from "~/lib/result";
import { isRowId } from "~/lib/schema/fields";
import { enquiryChoices } from "~/pages/enquiry-choices";
import { makeChange } from "~/pages/change";
import { loadTeamPage } from "~/pages/team";
import { requireId, throwNotFound } from "~/pages/page";
import { FormHead } from "~/ui/forms/form-head";
import { SignInAgain } from "~/ui/forms/sign-in-again";
import { requireAsked } from "~/lib/http/fetch-metadata";

/** What of the page's forms is typed, and not chosen. */
const TYPED = ["body", "due"];

export const meta = () => formPageMeta("Inbox item", "What was sent, and what became of it.");

/** Where somebody came from: the list, and the group where the item stood. */
function fromOf(search: URLSearchParams): From {
  return { filters: readFilters(search), at: readGroup(search) };
}

type Found = { item: Item; templates: Pick<Template, "id" | "title">[]; template: Template | null };

/** The item, the texts that the team answers with, and the one that was chosen. */
async function findItem(context: Context, id: string, from: From): Promise<Result<Found | null>> {
  if (!isRowId(id)) return { ok: true, value: null };
  const body = context.get(formContext);
  const chosen = body.get("intent") === "answer" ? textOf(body.get("answer")) : "";
  const [item, texts] = await Promise.all([
    loadItem(context, id.toLowerCase(), from),
    askAll({ templates: loadTemplateTitles(context), template: loadTemplate(context, chosen) }),
  ]);
  if (!item.ok) return item;
  if (item.value === null) return { ok: true, value: null };
  return texts.ok ? { ok: true, value: { item: item.value, ...texts.value } } : texts;
}

export async function loader({ request, url, context, params }: Route.LoaderArgs) {
  requireAsked(request, "page");
  const { answer: found, ...page } = await loadTeamPage(context, url, () =>
    findItem(context, params.id, fromOf(url.searchParams)),
  );
  const shown = {
    ...page,
    view: readView(url.searchParams),
    locale: preferredLocale(request.headers.get("Accept-Language")),
    isSignedOut: !found.ok && found.status === 401,
    clock: { now: new Date(), zone: company.timeZone },
  };
  if (found.ok && found.value === null) return throwNotFound(page);
  if (found.ok) return { ...shown, ...found.value, notice: undefined };
  const notice = isAfterPost(context) ? undefined : inboxNotices.notShown(found.message);
  return data({ ...shown, item: null, templates: [], template: null, notice }, { status: found.status });
}

/** Where what was done leads: to the item's page again, to the list that it is of, or to what was taken of that. */
function pathAfter({ leadsTo }: Done, id: string, search: URLSearchParams): string {
  const view = readView(search);
  if (leadsTo === "list") return pathOf(view);
  if (leadsTo === "item") return pathOf({ ...view, at: readGroup(search) }, itemPath(id));
  return pathOf({ ...view, at: leadsTo.group }, itemPath(leadsTo.id));
}

export async function action({ url, context, params }: Route.ActionArgs) {
  const id = requireId(params.id);
  const body = context.get(formContext);
  keepForGoingBack(context);
  const entries = itemFormEntries(body);
  const isTyped = TYPED.some((key) => Boolean(body.get(key)));
  return makeChange(context, {
    state: entries,
    act: async (person) => {
      if (body.get("intent") === "answer") return formResponse(entries, 200);
      const mail = { purpose: "reply", person } as const;
      const outcome = await actOnItem({
        context,
        versionedId: versionedIdFor(id, body),
        body,
        from: fromOf(url.searchParams),
        isOverBudget: () => isOverMailBudget(context, mail),
        giveBackBudget: () => giveBackMail(mail),
      });
      if (!outcome) return formResponse(entries, 400);
      if (outcome === "over") return formResponse(entries, 429);
      return outcome.result ?? formResponse({ ...entries, errors: outcome.state.errors }, 400);
    },
    failed: "inbox item not changed",
    notDone: (failure) => refusalNotice(failure, isTyped),
    done: (done) => ({
      notice: done.act ? undoable(done.notice, undoPath(done.act, readView(url.searchParams))) : done.notice,
      path: pathAfter(done, id, url.searchParams),
      hasMail: done.hasMail,
    }),
  });
}

type LoaderData = Route.ComponentProps["loaderData"];
type PartProps = { item: Item; page: LoaderData; state: FormState | undefined };

/** The rest of what was sent: of a requirement, which has a page of its own, folded. */
function Rest({ item, page }: Omit<PartProps, "state">) {
  const { sent } = item;
  if (sent.kind === "requirement") {
    return (
      <details>
        <summary>All that was filed</summary>
        <Facts
          facts={factsOfRequirement(sent.row, page.locale).filter(({ value }) => value !== sent.row.job_description)}
        />
      </details>
    );
  }
  const rest = restOf(sent, enquiryChoices(sent, everyName(page)));
  return (
    <>
      {rest.length > 0 && (
        <section aria-labelledby="sent">
          <h2 id="sent">What else they said</h2>
          <Facts facts={rest} />
        </section>
      )}
      {item.reference && (
        <details>
          <summary>Details</summary>
          <Facts facts={[{ label: "Reference", value: item.reference }]} />
          {page.account?.team?.mayExport && (
            <p>
              <a href={`${itemPath(item.id)}/erase`}>Erase this person</a>
            </p>
          )}
        </details>
      )}
    </>
  );
}

function Content({ item, page, state }: PartProps) {
  const { account, template, templates, clock, userId } = page;
  const names = everyName(page);
  const entries = timelineOf(item, { names, userId, history: { words: eventWords, ownerless } }, clock);
  const sender = senderOf(item);
  const ownName = account?.team?.name ?? "";
  const mail = replyTo(sender, subjectOf(item), ownName);
  const values = { name: sender.name, title: aboutOf(item.sent), "my name": ownName };
  return (
    <>
      <ItemHead item={item} mail={mail} userId={userId} names={names} view={page.view} clock={clock} />
      <div className="item">
        <div className="work">
          <Written {...sentWords(item.sent)} />
          <section aria-label="What to do" className="no-print">
            <WorkForm
              version={item.version}
              mail={item.sent.kind === "requirement" ? null : mail}
              templates={templates ?? []}
              mayMarkSender={item.sent.kind !== "requirement" && !item.is_sender_spam}
              state={withTemplate(state, template, values)}
            />
          </section>
        </div>
        <div className="aside grid gap-6 content-start">
          <Ways item={item} userId={page.userId} clock={clock} />
          <Rest item={item} page={page} />
          <SeldomForms item={item} state={state} people={colleagues(page.team)} clock={clock} />
          <section aria-labelledby="related">
            <h2 id="related">Other items with this address, number or company</h2>
            <RelatedList related={item.related} clock={clock} />
          </section>
        </div>
        {entries.length > 0 && (
          <section aria-labelledby="happened">
            <h2 id="happened">What happened</h2>
            <Timeline entries={entries} clock={clock} />
          </section>
        )}
      </div>
    </>
  );
}

/** An item of the inbox: who sent it and what they wrote, what to do with it, and what happened. */
export default function ItemPage({ loaderData, actionData }: Route.ComponentProps) {
  const { item, isSignedOut, clock } = loaderData;
  const title = item ? subjectOf(item) : "Inbox item";
  return (
    <div className="wrap item-page">
      <FormHead title={title} errors={hasErrors(actionData?.errors) ? actionData.errors : undefined} />
      {item ? (
        <Content item={item} page={loaderData} state={actionData} />
      ) : (
        <>
          <h1>Inbox item</h1>
          <p>What was sent can&apos;t be shown just now. Open this page again in a moment.</p>
          {actionData && (
            <section aria-labelledby="again" className="form-column">
              <h2 id="again">Send it again</h2>
              {isSignedOut && <SignInAgain />}
              <SentForm state={actionData} clock={clock} />
            </section>
          )}
        </>
      )}
    </div>
  );
}
