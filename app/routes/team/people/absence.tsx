import { data } from "react-router";
import type { Route } from "./+types/absence";
import { absencePath } from "~/content/navigation";
import { endAbsence, loadWork, setAbsence } from "~/features/team/absence.server";
import { getIdentity } from "~/features/accounts/accounts.server";
import { teamNotices } from "~/features/team/notices";
import { absenceWords, everyName, successors, type TeamMember } from "~/features/team/names";
import { absenceKeys, absenceSchema } from "~/features/team/schema";
import { workWords } from "~/features/team/work-in-hand";
import { dayWords, today } from "~/lib/format/clock";
import { formContext, type Context } from "~/lib/http/context";
import { NO_ENTRIES, sentText } from "~/lib/forms/form";
import { formResponse, parseForm } from "~/lib/forms/form.server";
import type { Options } from "~/lib/schema/fields";
import { usePostedForm } from "~/lib/forms/use-posted-form";
import { formPageMeta } from "~/lib/http/meta";
import { makeChange } from "~/pages/change";
import { loadTeamPage } from "~/pages/team";
import { throwNotFound } from "~/pages/page";
import { Button, ButtonLink } from "~/ui/forms/button";
import { CheckboxField, SelectField, TextField } from "~/ui/forms/field";
import { OwnedForm } from "~/ui/forms/owned-form";
import { SignInAgain } from "~/ui/forms/sign-in-again";
import { Unavailable } from "~/ui/layout/unavailable";
import { WorkPage } from "~/ui/layout/work/work-page";

const TITLE = "Absence";
const LEAD = "When a colleague is away, and who takes their new work.";

export const meta = () => formPageMeta(TITLE, LEAD);

/** Somebody's own absence, or for an admin a colleague's. @throws the not-found page, for anybody else */
async function loadAbsence(context: Context, url: URL, id: string | undefined) {
  const identity = await getIdentity(context);
  const asked = id ?? (identity.state === "signed-in" ? identity.userId : "");
  const page = await loadTeamPage(context, url, () => loadWork(context, asked));
  const { account, userId, answer, team: members = [] } = page;
  const isOwn = asked === userId;
  const mayAsk = isOwn || account?.team?.isAdmin === true;
  const person = members.find(({ user_id }) => user_id === asked);
  if (account?.team && (!mayAsk || (!answer.ok && answer.status === 404))) return throwNotFound(page);
  if (!answer.ok || !person) {
    const failure = answer.ok ? ({ ok: false, message: "unavailable", status: 503 } as const) : answer;
    return { account, userId, isOwn, failure, status: failure.status };
  }
  return { account, userId, isOwn, members, person, work: answer.value, names: everyName(page), status: 200 };
}

export async function loader({ params, url, context }: Route.LoaderArgs) {
  const { failure: _, ...page } = await loadAbsence(context, url, params.id);
  return data(page, { status: page.status });
}

export async function action({ params, url, context }: Route.ActionArgs) {
  const body = context.get(formContext);
  const { values, state } = await parseForm(body, absenceSchema, absenceKeys);
  const isEnd = body.get("intent") === "end";
  const kept = { ...state, errors: {} };
  return makeChange(context, {
    state: isEnd ? NO_ENTRIES : kept,
    act: async () => {
      const { person, names, isOwn, failure } = await loadAbsence(context, url, params.id);
      if (!person) return failure;
      const path = isOwn ? absencePath : "/team/people";
      if (isEnd) {
        const ended = await endAbsence(context, person.user_id);
        return ended.ok ? { ok: true, value: { notice: teamNotices.absenceEnded(isOwn), path } } : ended;
      }
      if (!values) return formResponse(state, 400);
      const saved = await setAbsence(context, person.user_id, values);
      if (!saved.ok) return saved;
      const inPart = { notice: teamNotices.handedOverInPart(person.display_name), path: url.pathname };
      const standIn = names[values.stand_in] ?? "your stand-in";
      const from = values.begins_on !== null && values.begins_on > today() ? dayWords(values.begins_on) : undefined;
      const notice = teamNotices.absenceSaved({ from, until: dayWords(values.until), standIn });
      return { ok: true, value: { ...(saved.value ? { notice, path } : inPart), hasMail: true } };
    },
    failed: isEnd ? "absence not ended" : "absence not saved",
    notDone: teamNotices.notDone,
    done: (told) => told,
    notFoundWhen: () => false,
  });
}

type AbsenceFormProps = {
  /** Undefined while the backend can't tell: then what was entered stands alone. */
  person: TeamMember | undefined;
  people: Options;
  /** What they have in hand, in words; undefined for nothing. */
  work: string | undefined;
};

/** Says when, and who stands in. */
function AbsenceForm({ person, people, work }: AbsenceFormProps) {
  const form = usePostedForm({
    begins_on: person?.away_from ?? "",
    until: person?.away_until ?? "",
    stand_in: person?.stand_in ?? "",
    hands_over: false,
  });
  return (
    <OwnedForm noValidate className="grid gap-5">
      <TextField form={form} name="begins_on" label="First day away" type="date" hint="Today, if left empty" />
      <TextField form={form} name="until" label="Last day away" type="date" required />
      <SelectField form={form} name="stand_in" label="Who stands in" required options={people} />
      {work !== undefined && (
        <CheckboxField form={form} name="hands_over" label={`Give them the work in hand now: ${work}`} />
      )}
      <div>
        <Button name="intent" value="save" busyText="Saving...">
          Save
        </Button>
      </div>
    </OwnedForm>
  );
}

/** When a colleague is away. */
export default function AbsencePage({ loaderData, actionData }: Route.ComponentProps) {
  const { person, work, members, names, isOwn, status } = loaderData;
  const away = person && absenceWords(person, names);
  const chosen = sentText(actionData, "stand_in");
  return (
    <WorkPage
      title={isOwn ? TITLE : `${TITLE}: ${person?.display_name ?? ""}`}
      lead={LEAD}
      documentTitle={TITLE}
      state={actionData}
    >
      <div className="form-column">
        {!person && (status === 401 ? <SignInAgain /> : <Unavailable />)}
        {!person && chosen !== undefined && (
          <AbsenceForm
            person={undefined}
            people={chosen === "" ? [] : [[chosen, "The colleague you chose"]]}
            work={actionData?.defaultValues["hands_over"] === true ? "as you chose" : undefined}
          />
        )}
        {person && away && (
          <OwnedForm className="empty">
            <p>
              {isOwn ? "You are" : `${person.display_name} is`} <strong>{away}</strong>. In this time new and returning
              work goes to the stand-in. It begins and ends by itself.
            </p>
            <p>
              <Button variant="outline" name="intent" value="end">
                {person.away_from === undefined ? "Back Now" : "Cancel the Absence"}
              </Button>
            </p>
          </OwnedForm>
        )}
        {person && <AbsenceForm person={person} people={successors(members, person.user_id)} work={workWords(work)} />}
        {!isOwn && (
          <p>
            <ButtonLink href="/team/people" variant="outline">
              Back to the People
            </ButtonLink>
          </p>
        )}
      </div>
    </WorkPage>
  );
}
