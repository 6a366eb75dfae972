import type { Route } from "./+types/new";
import { company } from "~/content/company";
import { CALLER_ID, CallerMatches } from "~/features/enquiries/team/caller";
import {
  findCaller,
  recordEnquiry,
  type EarlierEnquiry,
  type KnownOfCaller,
} from "~/features/enquiries/team/enquiries.server";
import { factsOfHit, fillEmpty, readHit } from "~/features/enquiries/team/hits";
import { enquiryNotices } from "~/features/enquiries/team/notices";
import { enquiryKeys, enquirySchema, intents, sources } from "~/features/enquiries/team/schema";
import { nearMomentWords, type Clock } from "~/lib/format/near-days";
import { kindWords, states } from "~/features/inbox/list/items";
import { formContext, type Context } from "~/lib/http/context";
import { FORM_ID, textOf, TOKEN_KEY } from "~/lib/forms/form";
import { identifyForm } from "~/lib/forms/form-token.server";
import { formResponse, isAfterPost, keepEntries } from "~/lib/forms/form.server";
import { labelOf } from "~/lib/schema/fields";
import { cleanText, firstCharacters } from "~/lib/format/text";
import { usePostedForm } from "~/lib/forms/use-posted-form";
import { formPageMeta } from "~/lib/http/meta";
import { changeByForm } from "~/pages/change";
import { loadTeamPage } from "~/pages/team";
import { withStatus } from "~/pages/page";
import { Button, ButtonLink } from "~/ui/forms/button";
import { PhoneField, SelectField, TextAreaField, TextField } from "~/ui/forms/field";
import { FormHead } from "~/ui/forms/form-head";
import { OwnedForm } from "~/ui/forms/owned-form";
import { PageHeader } from "~/ui/layout/page-header";

export const handle = { hasForm: true };

const TITLE = "New enquiry";
const LEAD = "What someone wants who called, wrote or came by.";
const LOOK = "look";

export const meta = () => formPageMeta(TITLE, LEAD);

/** What is known of the caller: by the form that was posted, or by an address that leads here. */
function knownOf(entries: FormData | URLSearchParams): KnownOfCaller {
  const read = (key: string) => firstCharacters(cleanText(textOf(entries.get(key))), 320);
  return { name: read("name"), phone: read("phone"), email: read("email"), company: read("company") };
}

export async function loader({ url, context }: Route.LoaderArgs) {
  const known = knownOf(isAfterPost(context) ? context.get(formContext) : url.searchParams);
  const page = await loadTeamPage(context, url, () => findCaller(context, known));
  return withStatus({ ...page, known, clock: { now: new Date(), zone: company.timeZone } });
}

/** The form again, with what is known of whoever it is in what was left empty. */
async function fill(context: Context, body: FormData, hit: { kind: string; id: string }) {
  const { defaultValues, lists } = keepEntries(body, enquiryKeys);
  const caller = await findCaller(context, knownOf(body));
  const facts = caller.ok ? factsOfHit(caller.value, hit) : undefined;
  const filled = facts ? { ...fillEmpty(defaultValues, facts), looked: "yes" } : {};
  return formResponse({ defaultValues: { ...defaultValues, ...filled }, lists, errors: {} }, 200);
}

/** Shows who it may be, fills in who it is, or writes it down. */
export function action({ context }: Route.ActionArgs) {
  const body = context.get(formContext);
  const asked = body.get("intent");
  const hit = readHit(asked);
  if (hit) return fill(context, body, hit);
  const intent = intents.find((known) => known === asked);
  if (!intent) return formResponse({ ...keepEntries(body, enquiryKeys), errors: {} }, asked === LOOK ? 200 : 400);
  return changeByForm(context, [enquirySchema, enquiryKeys], (values) => ({
    act: async (userId) => {
      const { form_id } = identifyForm(body.get(TOKEN_KEY), "enquiry", { ...values, by: userId }, "page");
      const saved = await recordEnquiry(context, values, form_id, intent !== "save");
      return !saved.ok && saved.status === 404 ? { ...saved, status: 409 } : saved;
    },
    failed: "enquiry not saved",
    notDone: enquiryNotices.notSaved,
    done: (id) => ({
      notice: intent === "save" ? enquiryNotices.saved : enquiryNotices.taken,
      path: `/team/inbox/${id}${intent === "requirement" || intent === "candidate" ? `/${intent}` : ""}`,
    }),
  }));
}

/** What something that came before is, in words. */
function describeEarlier({ kind, came, state, source }: EarlierEnquiry, clock: Clock): string {
  return `${kindWords(kind, source)}, ${nearMomentWords(new Date(came), clock)}, ${labelOf(states, state).toLowerCase()}`;
}

/** Writes down what came by telephone, message or in person, and finds the caller meanwhile. */
export default function NewEnquiryPage({ loaderData, actionData }: Route.ComponentProps) {
  const { answer, known, clock } = loaderData;
  const form = usePostedForm<Record<string, string>>({
    source: "phone",
    ...known,
    requirement: "",
    client: "",
    ...actionData?.defaultValues,
  });
  const chosen = actionData?.defaultValues["client"];
  return (
    <div className="pb-16">
      <FormHead title={TITLE} errors={actionData?.errors} />
      <PageHeader title={TITLE} lead={LEAD} isWork>
        <p>
          <a href="/team">Back to the inbox</a>
        </p>
      </PageHeader>
      <OwnedForm id={FORM_ID} noValidate className="wrap work-pair">
        <div className="grid gap-5 content-start">
          <div className="look-up">
            <PhoneField form={form} name="phone" />
            <Button variant="outline" name="intent" value={LOOK} formAction={`#${CALLER_ID}`}>
              Look Them Up
            </Button>
          </div>
          <TextField form={form} name="name" label="Name" required />
          <TextField form={form} name="email" label="Email" type="email" hint="Needed when there is no number" />
          <TextField form={form} name="company" label="Company" />
          <SelectField form={form} name="source" label="How it came" options={sources} required hasPrompt={false} />
        </div>
        <div className="grid gap-5 content-start">
          <CallerMatches
            caller={answer.ok ? answer.value : null}
            chosen={typeof chosen === "string" && actionData?.defaultValues["looked"] === "yes" ? chosen : undefined}
            error={actionData?.errors["client"]?.message}
            describe={(one) => describeEarlier(one, clock)}
          />
          <TextAreaField form={form} name="requirement" label="What they want" required />
          <div className="actions">
            <Button name="intent" value="take" busyText="Saving...">
              Save and Take It
            </Button>
            <Button variant="outline" name="intent" value="save" busyText="Saving...">
              Save
            </Button>
            <Button variant="outline" name="intent" value="requirement" busyText="Saving...">
              Save and Make a Requirement of It
            </Button>
            <Button variant="outline" name="intent" value="candidate" busyText="Saving...">
              Save and Make a Candidate of It
            </Button>
            <ButtonLink href="/team" variant="quiet">
              Cancel
            </ButtonLink>
          </div>
        </div>
      </OwnedForm>
    </div>
  );
}
