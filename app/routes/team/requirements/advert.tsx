import type { Route } from "./+types/advert";
import { preferredLocale } from "~/lib/format/locale";
import type { Requirement } from "~/features/requirements/schema";
import { jobTexts } from "~/content/jobs/texts";
import {
  advertKeys,
  advertSchema,
  advertTexts,
  fieldGroups,
  labels,
  type Field,
  type KeptEntries,
} from "~/features/adverts/fields";
import { JobArticle } from "~/features/adverts/job/article";
import { advertNotices } from "~/features/adverts/notices";
import { lastDays, openSchema } from "~/features/adverts/team/acts";
import { AdvertActs, AdvertState } from "~/features/adverts/team/advert-acts";
import { AdvertForm } from "~/features/adverts/team/advert-form";
import {
  closeAdvert,
  loadAdvert,
  loadWritten,
  openAdvert,
  saveAdvert,
  type Advert,
} from "~/features/adverts/team/advert.server";
import { AnswerFields } from "~/features/applications/team/answer-fields";
import { answerSchema } from "~/features/applications/team/applicants";
import { chosenWords, wordsToRead } from "~/features/applications/team/chosen-words.server";
import { READ_WORDS, STANDARD_WORDS } from "~/features/applications/team/standard-words";
import { toldOfEndWords } from "~/features/applications/team/notices";
import { loadTemplate, loadTemplateTitles } from "~/features/inbox/templates/templates.server";
import { loadRequirementFrame, type Frame } from "~/features/requirements/frame/frame.server";
import { RequirementDetails } from "~/features/requirements/requirement-details";
import { loadFiled } from "~/features/requirements/team/team.server";
import { RequirementFrame, requirementPathFor } from "~/features/requirements/frame/requirement-frame";
import { NO_ENTRIES, type FormKeys } from "~/lib/forms/form";
import { formResponse, keepEntries } from "~/lib/forms/form.server";
import { formContext, type Context } from "~/lib/http/context";
import { askAll, type Result } from "~/lib/result";
import { seenVersion } from "~/lib/schema/fields";
import { changeByForm } from "~/pages/change";
import { saveMerged, seenKeys, withTheirs } from "~/pages/merged-edit";
import { requireId, withStatus } from "~/pages/page";
import { loadTeamRecord } from "~/pages/team";
import { FormHead } from "~/ui/forms/form-head";
import { SignInAgain } from "~/ui/forms/sign-in-again";
import { PageHeader } from "~/ui/layout/page-header";
import { Part } from "~/ui/layout/part";
import { Unavailable } from "~/ui/layout/unavailable";

type Page = {
  frame: Frame;
  advert: Advert;
  filed: Requirement;
  templates: { id: string; title: string }[];
  /** The words that a form asks to read before they are sent. */
  read: string | null;
};

/** Closes it, in the words that those are told who wait. */
const closeSchema = answerSchema.extend({ version: seenVersion });
const closeKeys = { single: ["template", "words", "version"] } as const satisfies FormKeys;

const keys = seenKeys(advertKeys);

/** What is said once it is saved, by how far it is. */
const SAVED = {
  draft: advertNotices.saved,
  open: advertNotices.savedInPublic,
  over: advertNotices.savedWhenOver,
  closed: advertNotices.saved,
} as const;

async function load(context: Context, id: string): Promise<Result<Page | null>> {
  const found = await askAll({
    frame: loadRequirementFrame(context, id),
    advert: loadAdvert(context, id),
    filed: loadFiled(context, id),
    templates: loadTemplateTitles(context),
  });
  if (!found.ok) return found;
  const { frame, advert, filed, templates } = found.value;
  if (frame === null || advert === null || filed === null) return { ok: true, value: null };
  const read = await wordsToRead(
    context.get(formContext),
    (template) => loadTemplate(context, template),
    STANDARD_WORDS.closed,
  );
  return { ok: true, value: { frame, advert, filed, templates, read } };
}

export async function loader({ params, url, context, request }: Route.LoaderArgs) {
  const id = requireId(params.id);
  const page = await loadTeamRecord(context, url, () => load(context, id));
  return withStatus({ ...page, days: lastDays(), locale: preferredLocale(request.headers.get("Accept-Language")) });
}

/** Writes the advert beside what a colleague has changed in other fields, opens or closes it. */
export function action({ params, context }: Route.ActionArgs) {
  const id = requireId(params.id);
  const body = context.get(formContext);
  const path = requirementPathFor("team", id, "advert");
  const refused = { failed: "advert not changed", notDone: advertNotices.notDone };
  switch (body.get("intent")) {
    case "save":
      return changeByForm(context, [advertSchema, keys], (entries) => ({
        ...refused,
        act: () =>
          saveMerged<Field, KeptEntries>(
            {
              groups: fieldGroups,
              textsOf: advertTexts,
              load: () => loadWritten(context, id),
              save: (seen, merged) => saveAdvert(context, id, seen, merged),
            },
            { body, keys, version: Number(body.get("version")) || 0, entries },
          ),
        done: async (theirs: string[]) => {
          const now = await loadAdvert(context, id);
          const notice = SAVED[(now.ok && now.value?.state) || "draft"];
          return { notice: withTheirs(notice, labels, theirs), path, hasMail: notice === SAVED.open };
        },
      }));
    case "open":
      return changeByForm(context, [openSchema], (values) => ({
        ...refused,
        act: async (): Promise<Result<boolean>> => {
          const before = await loadRequirementFrame(context, id);
          const opened = await openAdvert(context, id, values);
          return opened.ok ? { ok: true, value: before.ok && before.value?.recruiter === null } : opened;
        },
        done: (isTaken) => ({ notice: advertNotices.opened(values.closes_on, isTaken), path, hasMail: true }),
      }));
    case READ_WORDS:
      return formResponse({ ...keepEntries(body, closeKeys), errors: {} }, 200);
    case "close":
      return changeByForm(context, [closeSchema], ({ version, ...values }) => ({
        ...refused,
        act: async (): Promise<Result<string | undefined>> => {
          const words = await chosenWords(values, (template) => loadTemplate(context, template));
          if (!words.ok) return words;
          const before = await loadAdvert(context, id);
          const closed = await closeAdvert(context, id, version, words.value);
          if (!closed.ok) return closed;
          return {
            ok: true,
            value:
              before.ok && before.value
                ? toldOfEndWords({ total: before.value.waiting, mailed_at: before.value.mailed_at })
                : undefined,
          };
        },
        done: (told) => ({ notice: advertNotices.closed(told), path, hasMail: true }),
      }));
    default:
      return formResponse(NO_ENTRIES, 400);
  }
}

/** The advert of a requirement, for the team: what the public reads, how it is written, opened and closed. */
export default function AdvertPage({ loaderData: { answer, days, locale }, actionData }: Route.ComponentProps) {
  const isForm = actionData !== undefined && "body" in actionData.defaultValues;
  if (!answer.ok) {
    return (
      <>
        <FormHead title="Advert" errors={actionData?.errors} />
        <PageHeader title="Advert" isWork />
        <div className="wrap form-column grid gap-6 pb-16">
          {answer.status === 401 ? <SignInAgain /> : <Unavailable />}
          {isForm && <AdvertForm entries={undefined} version={undefined} state={null} sent={actionData} />}
        </div>
      </>
    );
  }
  const { frame, advert, filed, templates, read } = answer.value;
  const sentAct = isForm ? undefined : actionData;
  const { job, version } = advert;
  // What keeps it from being opened is mended there.
  const isHeldUp = advert.against.length > 0 && (advert.state === "draft" || advert.state === "closed");
  const form = (
    <div className="grid gap-5">
      <details className="fold">
        <summary>What the company filed …</summary>
        <RequirementDetails requirement={filed} filled={frame.positions_filled} locale={locale} />
      </details>
      <AdvertForm
        entries={advertTexts(advert.entries)}
        version={version ?? 0}
        state={advert.state}
        sent={isForm ? actionData : undefined}
      />
    </div>
  );
  return (
    <>
      <FormHead title={`Advert: ${frame.job_title}`} errors={actionData?.errors} />
      <RequirementFrame side="team" head={frame} tab="advert" isWide>
        {job && (
          <div className="work-halves">
            <AdvertState advert={advert} candidatesPath={requirementPathFor("team", frame.id, "candidates")} />
            <AdvertActs
              advert={advert}
              candidatesPath={requirementPathFor("team", frame.id, "candidates")}
              days={days}
              answerFields={
                <AnswerFields
                  templates={templates}
                  label="What they are told"
                  standard="thank you, the job is closed now"
                  sent={sentAct}
                  read={read}
                />
              }
              sent={sentAct}
            />
          </div>
        )}
        {job === null && (
          <p className="hint">
            Write what people read on our site. Everyone who applies waits for your answer, and the company is told when
            you open it.
          </p>
        )}
        {job === null || isForm ? (
          form
        ) : (
          <details className="fold" open={isForm || isHeldUp}>
            <summary>Change the words …</summary>
            {form}
          </details>
        )}
        {job && !isForm && (
          <Part id="preview" title="As people read it" heading="ruled">
            <div className="preview">
              <JobArticle
                job={job}
                texts={jobTexts("en")}
                isOver={advert.state === "over" || advert.state === "closed"}
              />
            </div>
          </Part>
        )}
      </RequirementFrame>
    </>
  );
}
