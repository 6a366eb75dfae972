import type { Route } from "./+types/by-phone";
import { AskByPhoneForm, UnsentAskForm } from "~/features/candidates/by-phone/ask-form";
import { askFormKeys, askFormSchema, byPhonePath } from "~/features/candidates/by-phone/by-phone";
import { askByPhone, loadAskedByPhone, type AskedByPhone } from "~/features/candidates/by-phone/by-phone.server";
import { LinkSheet } from "~/features/candidates/by-phone/link-sheet";
import { CandidateCard } from "~/features/candidates/card";
import { candidateNotices } from "~/features/candidates/notices";
import { linkPath } from "~/features/candidates/own/paths";
import { entryPath } from "~/features/candidates/team/finding/filters";
import { whyNotAsked } from "~/features/candidates/team/shortlist/shortlist";
import { requirementPathFor } from "~/features/requirements/frame/requirement-frame";
import { env } from "~/lib/config/env.server";
import { identifyForm } from "~/lib/forms/form-token.server";
import { TOKEN_KEY, withReason, type FormState } from "~/lib/forms/form";
import { formResponse, parseForm } from "~/lib/forms/form.server";
import { CACHING } from "~/lib/http/caching";
import { formContext, responseHeadersContext } from "~/lib/http/context";
import { formPageMeta } from "~/lib/http/meta";
import { makeChange } from "~/pages/change";
import { loadTeamRecord } from "~/pages/team";
import { requireId, withStatus } from "~/pages/page";
import { SignInAgain } from "~/ui/forms/sign-in-again";
import { Unavailable } from "~/ui/layout/unavailable";
import { WorkPage } from "~/ui/layout/work/work-page";

export const handle = { hasForm: true };

const TITLE = "Ask by phone";

export const meta = () =>
  formPageMeta(TITLE, "Asks a candidate without an e-mail address, by a link that you send them.");

export async function loader({ params, url, context }: Route.LoaderArgs) {
  const [requirement, id] = [requireId(params.id), requireId(params.entry)];
  const page = await loadTeamRecord(context, url, () => loadAskedByPhone(context, requirement, id));
  // The link in it is for this one reader, now.
  context.get(responseHeadersContext).set("Cache-Control", CACHING.nobody);
  const token = page.answer.ok ? page.answer.value.link?.token : undefined;
  return withStatus({
    ...page,
    back: entryPath(requirementPathFor("team", requirement, "candidates"), id),
    href: token === undefined ? undefined : new URL(linkPath(token), env.APP_URL).href,
  });
}

/** Makes the question: the link is on the page that follows. */
export async function action({ params, context }: Route.ActionArgs) {
  const [requirement, id] = [requireId(params.id), requireId(params.entry)];
  const body = context.get(formContext);
  const { values, state } = await parseForm(body, askFormSchema, askFormKeys);
  if (!values || values.entry.id !== id) return formResponse(state, 400);
  const { number, words } = values;
  return makeChange(context, {
    state,
    act: async (by) => {
      const asking = { entry: id, seen: values.entry.seen, number, has_rung: values.rung === "on", words };
      const { form_id } = identifyForm(body.get(TOKEN_KEY), "asked by phone", { ...asking, by }, "page");
      const asked = await askByPhone(context, asking, form_id);
      return !asked.ok && asked.message === "not_rung"
        ? { ...asked, state: withReason(state, "rung", "Ring the number first, and tick that you have spoken to them") }
        : asked;
    },
    failed: "candidate not asked by phone",
    notDone: candidateNotices.notDone,
    done: () => ({ notice: candidateNotices.askedByPhone, path: byPhonePath(requirement, id) }),
  });
}

type ContentProps = AskedByPhone & { href: string | undefined; sent: FormState | undefined };

/** What stands on the page: the link to send, why nobody can be asked now, or the form that asks. */
function Content({ entry, list, link, href, sent }: ContentProps) {
  const { question, candidate } = entry;
  if (link && href !== undefined) return <LinkSheet link={link} href={href} />;
  if (question) {
    return (
      <p className="empty">
        {question.is_by_phone ? (
          <>
            <bdi>{question.asked_by ?? "A former colleague"}</bdi> has asked them by phone, and has the link. To ask
            anew, withdraw that question first.
          </>
        ) : (
          "They have been asked by mail."
        )}
      </p>
    );
  }
  const why = list.is_open ? whyNotAsked(entry, list) : "This requirement is closed.";
  if (why !== undefined) return <p className="late">{why}</p>;
  if (candidate.has_address) return <p className="empty">We have an e-mail address for them: ask by mail.</p>;
  return <AskByPhoneForm entry={entry} list={list} sent={sent} />;
}

/** Asks somebody who has a number and no address, and shows the link to who has asked. */
export default function ByPhonePage({ loaderData, actionData }: Route.ComponentProps) {
  const { answer, back, href } = loaderData;
  const found = answer.ok ? answer.value : undefined;
  return (
    <WorkPage
      title={TITLE}
      lead={found?.entry.candidate.full_name}
      documentTitle={TITLE}
      state={actionData}
      back={{ label: "Back to the candidates", path: back }}
    >
      <div className="form-column grid gap-6">
        {!answer.ok && (answer.status === 401 ? <SignInAgain /> : <Unavailable />)}
        {!answer.ok && actionData && "words" in actionData.defaultValues && <UnsentAskForm sent={actionData} />}
        {found && (
          <>
            <Content {...found} href={href} sent={actionData} />
            <div className="grid gap-2">
              <p className="label">What they are asked about</p>
              <CandidateCard
                name={found.entry.card.name ?? found.entry.code_word}
                card={found.entry.card}
                pitch={found.entry.pitch}
                seal={found.entry.seal}
                heading="h2"
              />
            </div>
          </>
        )}
      </div>
    </WorkPage>
  );
}
