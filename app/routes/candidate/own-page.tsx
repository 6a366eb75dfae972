import { data, redirect } from "react-router";
import type { Route } from "./+types/own-page";
import { company as agency } from "~/content/company";
import { Act } from "~/ui/forms/act";
import { LinkForm } from "~/features/candidates/own/link-form";
import { ownNotices, saidNotices } from "~/features/candidates/own/notices";
import {
  addNever,
  agreeToBeKept,
  agreeToCard,
  closePage,
  eraseOwn,
  reconsiderEntry,
  removeNever,
  requestLink,
  takeCardBack,
  undoOwnRefusal,
  withdrawFrom,
} from "~/features/candidates/own/own.server";
import { DataSection, KeepSection, NeverForm, NeverSection, OwnEntries } from "~/features/candidates/own/own-sections";
import { saidPath, type Said } from "~/features/candidates/own/paths";
import * as forms from "~/features/candidates/own/schema";
import { forgetSession, readSession } from "~/features/candidates/own/session-cookie.server";
import { candidatePath } from "~/content/navigation";
import { NO_ENTRIES, withReason } from "~/lib/forms/form";
import { formResponse, keepForm, parseForm } from "~/lib/forms/form.server";
import { formContext, type Context } from "~/lib/http/context";
import { emptyCache } from "~/lib/forms/kept-pages.server";
import type { Notice } from "~/lib/http/notice.server";
import { isOverMailBudget } from "~/lib/limits/mail-budget.server";
import { changeOwn, loadOwn, refuseOwn, type PageRequest } from "~/pages/candidate";
import { Button } from "~/ui/forms/button";
import { FormHead } from "~/ui/forms/form-head";
import { OwnedForm } from "~/ui/forms/owned-form";
import { PageHeader } from "~/ui/layout/page-header";
import { Unavailable } from "~/ui/layout/unavailable";

export const handle = { isPrivate: true, section: candidatePath };

const TITLE = "Your page";

export async function loader({ request, url, context }: Route.LoaderArgs) {
  const { own, status } = await loadOwn(context, request);
  const said = url.searchParams.get("said") ?? "";
  const notice = own === null && Object.hasOwn(saidNotices, said) ? saidNotices[said as Said] : undefined;
  // Of whoever is somebody else, or is not known any more, no mail could come.
  const isGone = notice !== undefined && (said === "not-me" || said === "not-my-number" || said === "erased");
  return data({ own, notice, isGone }, { status });
}

/** Has a link mailed, if the address is a candidate's: the same words and the same work for every address. */
async function askForLink(context: Context) {
  const { values, state } = await parseForm(context.get(formContext), forms.linkSchema);
  if (!values) return formResponse(state, 400);
  if (await isOverMailBudget(context, { purpose: "link" })) return formResponse(state, 429);
  const asked = await requestLink(context, values.email);
  if (asked.ok) return redirect(saidPath("asked"), 303);
  const shown = asked.status === 400 ? withReason(state, "email", ownNotices.notDone(asked).text) : state;
  return refuseOwn(context, shown, asked);
}

/** Leaves nothing of the page in this browser, and says on the next one what was done. */
async function leave(context: Context, said: Said) {
  const headers = await forgetSession();
  emptyCache(context);
  return redirect(saidPath(said), { status: 303, headers });
}

/** Ends the session, here and wherever its cookie was copied to; while that can't be done the page says so, and stays. */
async function close(context: Context, request: Request) {
  const session = await readSession(request.headers.get("Cookie"));
  const closed = session === undefined ? undefined : await closePage(context, session);
  return closed && !closed.ok ? refuseOwn(context, NO_ENTRIES, closed) : leave(context, "closed");
}

async function neverShow(context: Context, asked: PageRequest, body: FormData) {
  const { values, state } = await parseForm(body, forms.neverSchema, forms.neverKeys);
  if (!values) return formResponse(state, 400);
  const act = (session: string) => addNever(context, session, values.named, values.employer === "on");
  return changeOwn(context, asked, { state, act, done: ownNotices.neverAdded });
}

async function erase(context: Context, asked: PageRequest, body: FormData) {
  const { values, state } = await parseForm(body, forms.eraseSchema, forms.eraseKeys);
  if (!values) return formResponse(state, 400);
  const act = (session: string) => eraseOwn(context, session);
  const done = saidNotices.erased;
  const answer = await changeOwn(context, asked, { state, act, done });
  return answer instanceof Response ? leave(context, "erased") : answer;
}

/** What is done by a form with nothing to fill in. */
async function press(context: Context, asked: PageRequest, body: FormData) {
  const sent = Object.fromEntries(body);
  const does = (act: (session: string) => ReturnType<typeof agreeToCard>, done: Notice) =>
    changeOwn(context, asked, { state: NO_ENTRIES, act, done });
  const agreed = forms.agreeSchema.safeParse(sent).data;
  const entry = forms.entrySchema.safeParse(sent).data?.entry;
  const never = forms.removalSchema.safeParse(sent).data?.never;
  const intent = body.get("intent");
  if (intent === "keep") return does((own) => agreeToBeKept(context, own), ownNotices.kept);
  if (intent === "agree" && agreed) {
    return does((own) => agreeToCard(context, own, agreed.entry, agreed.digest), ownNotices.agreed);
  }
  if (intent === "withdraw" && entry !== undefined) {
    return does((own) => withdrawFrom(context, own, entry), ownNotices.withdrawn);
  }
  if (intent === "withdraw-application" && entry !== undefined) {
    return does((own) => withdrawFrom(context, own, entry), ownNotices.applicationWithdrawn);
  }
  if (intent === "take-card-back" && entry !== undefined) {
    return does((own) => takeCardBack(context, own, entry), ownNotices.cardTakenBack);
  }
  if (intent === "undo" && entry !== undefined) {
    return does((own) => undoOwnRefusal(context, own, entry), ownNotices.undone);
  }
  if (intent === "reconsider" && entry !== undefined) {
    return does((own) => reconsiderEntry(context, own, entry), ownNotices.reconsidered);
  }
  if (intent === "remove-never" && never !== undefined) {
    return does((own) => removeNever(context, own, never), ownNotices.neverRemoved);
  }
  return formResponse(NO_ENTRIES, 400);
}

export async function action({ request, url, context }: Route.ActionArgs) {
  const body = context.get(formContext);
  const asked = { request, url };
  switch (body.get("intent")) {
    case "ask-link":
      return keepForm(context, await askForLink(context));
    case "close":
      return close(context, request);
    case "add-never":
      return keepForm(context, await neverShow(context, asked, body));
    case "erase":
      return keepForm(context, await erase(context, asked, body));
    default:
      return keepForm(context, await press(context, asked, body));
  }
}

/** A candidate's own page: who sees what of them, and what they can do about it. Without a session, the way there. */
export default function OwnPage({ loaderData: { own, isGone }, actionData }: Route.ComponentProps) {
  const typed = actionData?.defaultValues;
  const lead = own ? `What ${agency.name} keeps about you, and who sees it.` : "Open it with the link in our mail.";
  return (
    <div className="pb-16">
      <FormHead title={TITLE} errors={actionData?.errors} />
      <PageHeader title={TITLE} lead={lead} isWork />
      <div className="wrap">
        <div className="form-column wrap-anywhere">
          {own === undefined && <Unavailable />}
          {/* What was typed stays, to be sent again. */}
          {!own && !isGone && (own === null || typed?.["email"] !== undefined) && <LinkForm />}
          {!own && typed?.["named"] !== undefined && <NeverForm />}
          {own && (
            <>
              <OwnEntries {...own} />
              <KeepSection {...own} />
              <NeverSection {...own} />
              <DataSection candidate={own.candidate} />
              <OwnedForm>
                <Act does="Nobody can open it here without a new code.">
                  <Button variant="outline" name="intent" value="close">
                    Close My Page
                  </Button>
                </Act>
              </OwnedForm>
            </>
          )}
        </div>
      </div>
    </div>
  );
}
