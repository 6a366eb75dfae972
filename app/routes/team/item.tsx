import { data, redirect } from "react-router";
import type { Route } from "./+types/item";
import { company, titled } from "~/content/company";
import { consultationRoles, preferredTimes } from "~/features/enquiries/schema";
import { sources } from "~/features/enquiries/team/schema";
import { dueWords, isLate, momentWords } from "~/features/inbox/due";
import { pathOf, readFilters, readGroup, readView } from "~/features/inbox/filters";
import { factsOf, writerChoice, type Choices } from "~/features/inbox/facts";
import { actOnItem, entriesOf } from "~/features/inbox/item-acts.server";
import { DueForm, GiveForm, NoteForm, ReplyForm, SentForm, StateForm, TakeForm } from "~/features/inbox/item-forms";
import { Facts, RelatedList, SenderCard, Timeline } from "~/features/inbox/item-parts";
import { loadItem, type Item } from "~/features/inbox/item.server";
import { holderOf, kinds, states, whoseOf } from "~/features/inbox/lines";
import { inboxMessages, refusalNotice } from "~/features/inbox/messages";
import { replyTo, senderOf, subjectOf } from "~/features/inbox/sender";
import { timelineOf } from "~/features/inbox/timeline";
import { postingChoices } from "~/features/job-posting/as-requirement";
import { factsOfRequirement } from "~/features/requirements/field-words";
import { requirementPath } from "~/features/requirements/team/team-list";
import { colleagues, everyName } from "~/features/team/names";
import { formContext, type Context } from "~/lib/http/context";
import { hasErrors, type FormState } from "~/lib/forms/form";
import { formResponse, isAfterPost, keepForGoingBack } from "~/lib/forms/form.server";
import { preferredLocale } from "~/lib/format/locale";
import { logFailure } from "~/lib/observe/log.server";
import { isActionLimited } from "~/lib/limits/rate-limit.server";
import { pageMeta } from "~/lib/http/meta";
import type { Result } from "~/lib/result";
import { isRowId, labelOf } from "~/lib/format/schema";
import { notify } from "~/lib/http/toast.server";
import { loadTeamPage, throwNotFound, requireUserId, requireChanged, requireId, team } from "~/pages/team";
import { Badge } from "~/ui/pieces/badge";
import { ButtonLink } from "~/ui/forms/button";
import { FormHead } from "~/ui/forms/form-head";
import { SignInAgain } from "~/ui/forms/sign-in-again";

export const handle = { isPrivate: true };

export const middleware: Route.MiddlewareFunction[] = [team];

/** How the forms label what they store. */
const CHOICES: Choices = {
  role: consultationRoles,
  preferred_time: preferredTimes,
  // That it came by a form needs no word.
  source: [["form", ""], ...sources],
  ...postingChoices,
};

/** Says after the reply was noted that the mail is still to be written. */
const REPLYING = "reply";

/** What of the page's forms is typed, and not chosen. */
const TYPED = ["body", "due"];

export function meta() {
  return pageMeta(titled("Inbox item"), "What was sent, and what became of it.", true);
}

async function find(context: Context, id: string, search: URLSearchParams): Promise<Result<Item | null>> {
  if (!isRowId(id)) return { ok: true, value: null };
  return loadItem(context, id.toLowerCase(), { filters: readFilters(search), at: readGroup(search) });
}

export async function loader({ request, url, context, params }: Route.LoaderArgs) {
  const { answer, ...page } = await loadTeamPage(context, url, () => find(context, params.id, url.searchParams));
  const shown = {
    ...page,
    view: readView(url.searchParams),
    locale: preferredLocale(request.headers.get("Accept-Language")),
    // The account is unknown while the backend is away, too.
    isSignedOut: !answer.ok && answer.status === 401,
    clock: { now: new Date(), zone: company.timeZone },
    isReplying: url.searchParams.has(REPLYING),
  };
  if (answer.ok && answer.value === null) return throwNotFound(page);
  if (answer.ok) return { ...shown, item: answer.value, notice: undefined };
  const notice = isAfterPost(context) ? undefined : inboxMessages.notShown(answer.message);
  return data({ ...shown, item: null, notice }, { status: answer.status });
}

/** The item's page again, of the list that it was opened from. */
function backTo(id: string, search: URLSearchParams, isReply: boolean): string {
  const path = pathOf({ ...readView(search), at: readGroup(search) }, `/team/inbox/${id}`);
  if (!isReply) return path;
  return `${path}${path.includes("?") ? "&" : "?"}${REPLYING}`;
}

export async function action({ url, context, params }: Route.ActionArgs) {
  const id = requireId(params.id);
  const body = context.get(formContext);
  keepForGoingBack(context);
  const entries = entriesOf(body);
  const isTyped = TYPED.some((key) => Boolean(body.get(key)));
  const actor = await requireUserId(context);
  if (!actor.ok) {
    notify(context, refusalNotice(actor, isTyped));
    return formResponse(entries, actor.status);
  }
  if (await isActionLimited(context, actor.value)) return formResponse(entries, 429);
  const outcome = await actOnItem(context, id, body);
  if (!outcome) return formResponse(entries, 400);
  const { change } = outcome;
  const state = { ...entries, errors: outcome.state.errors };
  if (!change) return formResponse(state, 400);
  const result = requireChanged(change.result);
  if (!result.ok) {
    logFailure(context, result, "inbox item not changed");
    notify(context, refusalNotice(result, isTyped));
    return formResponse(state, result.status);
  }
  notify(context, change.done);
  return redirect(backTo(id, url.searchParams, change.done === inboxMessages.replied));
}

type LoaderData = Route.ComponentProps["loaderData"];
type PartProps = { item: Item; page: LoaderData; state: FormState | undefined };

function Head({ item, page }: PartProps) {
  const { clock, userId, view } = page;
  const names = everyName(page);
  const assignee = holderOf(item, clock.now);
  const line = { ...item, item_state: item.state, assignee };
  const others = item.others.map(({ user_id }) => names[user_id] ?? "somebody");
  return (
    <div className="item-head">
      <p className="flex flex-wrap gap-x-5 gap-y-2 no-print">
        <a href={pathOf(view)}>Inbox</a>
        {item.next && (
          <a href={pathOf({ ...view, at: item.next.group }, `/team/inbox/${item.next.id}`)}>Next in the list</a>
        )}
        <a href="#note">Note something</a>
      </p>
      <h1 dir="auto">{subjectOf(item.sent)}</h1>
      <p className="flex flex-wrap gap-x-4 gap-y-2">
        <Badge colour="blue" label="Kind">
          {labelOf(kinds, item.kind)}
        </Badge>
        <Badge colour={undefined} label="State">
          {labelOf(states, item.state)}
        </Badge>
        {item.is_suspect && (
          <Badge colour="orange" label="Warning">
            suspect
          </Badge>
        )}
        <span className={isLate(line, clock) ? "late" : undefined}>{dueWords(line, clock)}</span>
        <span>Whose: {whoseOf(assignee, userId, names)}</span>
        <span className="hint">Came {momentWords(new Date(item.created_at), clock)}</span>
      </p>
      {others.length > 0 && <p className="others">Opened by {others.join(", ")} in the last five minutes, too.</p>}
    </div>
  );
}

function Acts({ item, page, state }: PartProps) {
  const { clock, userId, team: members } = page;
  const sender = senderOf(item.sent);
  const holder = holderOf(item, clock.now);
  const isMine = holder === userId && item.state !== "new";
  return (
    <section aria-labelledby="acts" className="grid gap-5 content-start no-print">
      <h2 id="acts">What to do</h2>
      {!isMine && <TakeForm item={item} holder={holder} />}
      {sender.email !== null && <ReplyForm />}
      <StateForm item={item} state={state} />
      <GiveForm item={item} state={state} holder={holder} people={colleagues(members)} />
      <DueForm item={item} state={state} clock={clock} />
    </section>
  );
}

function Content({ item, page, state }: PartProps) {
  const { clock, userId, isReplying, locale } = page;
  const sender = senderOf(item.sent);
  const mail = replyTo(sender, subjectOf(item.sent));
  return (
    <>
      <Head item={item} page={page} state={state} />
      {isReplying && mail && (
        <div className="empty mb-6">
          <p>
            It is noted that you reply to <bdi>{sender.name}</bdi>. Your mail program has the rest:
          </p>
          <p>
            <ButtonLink href={mail}>Write the mail</ButtonLink>
          </p>
        </div>
      )}
      <div className="item">
        <section aria-labelledby="sent">
          <h2 id="sent">What was sent</h2>
          <Facts
            facts={
              item.sent.kind === "requirement"
                ? factsOfRequirement(item.sent.row, locale)
                : factsOf(item.sent, { ...CHOICES, written_by: writerChoice(item.sent, everyName(page)) })
            }
          />
          {item.sent.kind === "contact" && item.sent.row.client_id !== null && (
            <p className="mt-3">
              <a href={`/team/clients/${item.sent.row.client_id}`}>The company that they are of</a>
            </p>
          )}
          {item.sent.kind !== "requirement" && item.sent.requirement === null && (
            <p className="actions mt-3 no-print">
              <ButtonLink href={`/team/inbox/${item.id}/requirement`} variant="outline">
                Make a requirement of it
              </ButtonLink>
            </p>
          )}
          {item.sent.kind !== "requirement" && item.sent.requirement !== null && (
            <p className="mt-3">
              <a href={requirementPath(item.sent.requirement)}>The requirement that it has become</a>
            </p>
          )}
          {item.requirement_id && (
            <p className="mt-3">
              <a href={requirementPath(item.requirement_id)}>The requirement&apos;s own page</a> and{" "}
              <a href={`${requirementPath(item.requirement_id)}/messages`}>what was said about it</a>
            </p>
          )}
        </section>
        <div className="aside grid gap-8 content-start">
          <section aria-labelledby="sender">
            <h2 id="sender">Who sent it</h2>
            <SenderCard sender={sender} mail={mail} />
          </section>
          <Acts item={item} page={page} state={state} />
          <section aria-labelledby="related">
            <h2 id="related">What else names this address or company</h2>
            <RelatedList related={item.related} clock={clock} />
          </section>
        </div>
        <div className="grid gap-8 content-start">
          <section aria-labelledby="note" className="no-print">
            <h2 id="note">Note something</h2>
            <NoteForm state={state} />
          </section>
          <section aria-labelledby="happened">
            <h2 id="happened">What happened</h2>
            <Timeline entries={timelineOf(item, { names: everyName(page), userId }, clock)} clock={clock} />
          </section>
        </div>
      </div>
    </>
  );
}

/** An item of the inbox: what was sent, what to do with it, and what happened. */
export default function ItemPage({ loaderData, actionData }: Route.ComponentProps) {
  const { item, isSignedOut, clock } = loaderData;
  const title = titled(item ? subjectOf(item.sent) : "Inbox item");
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
