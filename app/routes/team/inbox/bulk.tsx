import { data } from "react-router";
import type { Route } from "./+types/bulk";
import { changeItems } from "~/features/inbox/item/changes.server";
import { pathOf, readFilters, readView, undoPath, type Filters } from "~/features/inbox/filters";
import { MOST_AT_ONCE, versionedIdText, type VersionedId } from "~/lib/schema/versioned-id";
import { loadChangeable, type Changeable } from "~/features/inbox/list/list.server";
import { inboxNotices, refusalNotice, undoable } from "~/features/inbox/notices";
import { loadFound, type FoundItem } from "~/features/inbox/sent/sent.server";
import { senderOf, senderWords, subjectOf } from "~/features/inbox/sent/sender";
import { countWords, readBulk, bulkWords } from "~/features/inbox/list/bulk";
import { kindWords } from "~/features/inbox/list/items";
import { ActSelect } from "~/features/inbox/list/bulk-form";
import { colleagues, everyName } from "~/features/team/names";
import { formContext, type Context } from "~/lib/http/context";
import { FORM_ID, NO_ENTRIES, TOKEN_KEY } from "~/lib/forms/form";
import { identifyForm } from "~/lib/forms/form-token.server";
import { formResponse, isAfterPost } from "~/lib/forms/form.server";
import { pageMeta } from "~/lib/http/meta";
import type { Result } from "~/lib/result";
import { makeChange } from "~/pages/change";
import { loadTeamPage } from "~/pages/team";
import { Button, ButtonLink } from "~/ui/forms/button";
import { OwnedForm } from "~/ui/forms/owned-form";
import { PageHeader } from "~/ui/layout/page-header";
import { Unavailable } from "~/ui/layout/unavailable";

export const handle = { hasForm: true };

export const meta = () => pageMeta("Change several", "What is to be changed, before it is.");

type Listed = Changeable & { items: FoundItem[] };

/** What is listed: what was ticked, or the first of all that a list has to do. */
async function findListed(context: Context, ticked: VersionedId[], all: Filters | undefined): Promise<Result<Listed>> {
  const listed = all
    ? await loadChangeable(context, all)
    : ({ ok: true, value: { total: ticked.length, versionedIds: ticked } } as const);
  if (!listed.ok) return listed;
  const items = await loadFound(
    context,
    listed.value.versionedIds.map(({ id }) => id),
  );
  return items.ok ? { ok: true, value: { ...listed.value, items: items.value } } : items;
}

/** Is it about all of a list? */
function isAll(search: URLSearchParams): boolean {
  return search.has("all");
}

/** What was ticked, or all of a list, as it is now, and what is to be done with it. Nothing is done by looking. */
export async function loader({ url, context }: Route.LoaderArgs) {
  const isPosted = isAfterPost(context);
  const { versionedIds, act } = readBulk(isPosted ? context.get(formContext) : url.searchParams);
  const all = isAll(url.searchParams) && !isPosted ? readFilters(url.searchParams) : undefined;
  const { answer, ...shared } = await loadTeamPage(context, url, () => findListed(context, versionedIds, all));
  const page = { ...shared, view: readView(url.searchParams), isAll: isAll(url.searchParams), act };
  if (!answer.ok) {
    const notice = isPosted ? undefined : inboxNotices.notShown(answer.message);
    return data(
      { ...page, versionedIds, items: undefined, total: versionedIds.length, notice },
      { status: answer.status },
    );
  }
  const isAsked = answer.value.items.length > 0 && (act !== undefined || all !== undefined);
  const shown = { ...page, ...answer.value, notice: isAsked ? undefined : inboxNotices.noneTicked };
  return isAsked ? shown : data(shown, { status: 400 });
}

/** What some items are about, by id; nothing of those that are gone, or that the backend can't tell just now. */
async function titlesOf(context: Context, ids: readonly string[]): Promise<Map<string, string>> {
  const found = await loadFound(context, ids);
  return new Map(found.ok ? found.value.map((item) => [item.id, subjectOf(item)]) : []);
}

/** How many more a list has than those that were just changed, which may still be on it; none where that can't be told. */
async function countLeft(context: Context, search: URLSearchParams, changed: ReadonlySet<string>): Promise<number> {
  if (!isAll(search)) return 0;
  const left = await loadChangeable(context, readFilters(search));
  if (!left.ok) return 0;
  const { total, versionedIds } = left.value;
  return total > versionedIds.length ? total : versionedIds.filter(({ id }) => !changed.has(id)).length;
}

/** Does it, with each as it was seen; says which were not changed since somebody else had. */
export async function action({ context, url }: Route.ActionArgs) {
  const body = context.get(formContext);
  const { versionedIds, act } = readBulk(body);
  if (versionedIds.length === 0 || !act) return formResponse(NO_ENTRIES, 400);
  const { form_id } = identifyForm(body.get(TOKEN_KEY), "several", { tickets: versionedIds, act }, "page");
  return makeChange(context, {
    state: NO_ENTRIES,
    act: () => changeItems(context, versionedIds, act, form_id),
    failed: "inbox items not changed",
    notDone: (failure) => refusalNotice(failure, false),
    done: async (changed) => {
      const idsOf = (is: (outcome: string) => boolean) =>
        changed.filter(({ outcome }) => is(outcome)).map(({ item_id }) => item_id);
      const waiting = idsOf((outcome) => outcome === "applicants");
      const others = idsOf((outcome) => outcome !== "changed" && outcome !== "applicants");
      const asked = new Set(changed.map(({ item_id }) => item_id));
      const [titles, rest] = await Promise.all([
        titlesOf(context, [...waiting, ...others]),
        countLeft(context, url.searchParams, asked),
      ]);
      const view = readView(url.searchParams);
      const missed = (ids: string[]) => ({ count: ids.length, titles: ids.flatMap((id) => titles.get(id) ?? []) });
      const count = changed.length - waiting.length - others.length;
      const notice = inboxNotices.several(count, missed(others), missed(waiting), rest);
      return { notice: count > 0 ? undoable(notice, undoPath(form_id, view)) : notice, path: pathOf(view) };
    },
  });
}

type LoaderData = Route.ComponentProps["loaderData"];

/** What is asked before it is done, and what the button says. */
function askedOf({ items, versionedIds, total, act, team, isAll, view }: LoaderData) {
  if (versionedIds.length === 0) return undefined;
  if (act) return { ...bulkWords(act, versionedIds.length, team && everyName({ team })), lead: undefined };
  if (!isAll || !items) return undefined;
  const some = versionedIds.length < total;
  return {
    title: some
      ? `The first ${versionedIds.length} of ${countWords(total)}`
      : `All ${total} of this ${view.words === undefined ? "list" : "search"}`,
    button: versionedIds.length === 1 ? "Change it" : `Change these ${versionedIds.length}`,
    lead: some
      ? `So many can be changed at once. ${total <= MOST_AT_ONCE ? total - versionedIds.length : "More"} are left then.`
      : undefined,
  };
}

/** Lists what it is about, and asks once. */
export default function BulkPage({ loaderData }: Route.ComponentProps) {
  const { items, versionedIds, act, view, team, isAll } = loaderData;
  const words = askedOf(loaderData);
  return (
    <div className="narrow pb-16">
      <PageHeader title={words?.title ?? "Change several"} isWork {...(words?.lead ? { lead: words.lead } : {})} />
      <OwnedForm id={FORM_ID} className="wrap grid gap-6">
        {!items && <Unavailable />}
        {items && items.length > 0 && (
          <ul className="lines">
            {items.map((item) => (
              <li key={item.id}>
                <bdi>{subjectOf(item)}</bdi>{" "}
                <span className="hint">
                  {kindWords(item.kind, item.source)} from <bdi>{senderWords(senderOf(item))}</bdi>
                </span>
              </li>
            ))}
          </ul>
        )}
        {versionedIds.map(({ id, seen }) => (
          <input key={id} type="hidden" name="item" value={versionedIdText({ id, version: seen })} />
        ))}
        {act && <input type="hidden" name="act" value={"state" in act ? act.state : act.person || "nobody"} />}
        {isAll && !act && words && (
          <div className="several">
            <ActSelect label="With all of these" people={colleagues(team)} />
          </div>
        )}
        <p className="actions">
          {words && <Button>{words.button}</Button>}
          <ButtonLink href={pathOf(view)} variant="outline">
            Back to the Inbox
          </ButtonLink>
        </p>
      </OwnedForm>
    </div>
  );
}
