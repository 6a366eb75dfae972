import { z } from "zod";
import { mutateAsUser, omitNulls } from "~/lib/backend/supabase.server";
import { textOf, type FormState } from "~/lib/forms/form";
import { keepEntries, parseForm } from "~/lib/forms/form.server";
import type { Context } from "~/lib/http/context";
import type { Notice } from "~/lib/http/notice.server";
import type { Result } from "~/lib/result";
import { readVersionedIds, type VersionedId } from "~/lib/schema/versioned-id";
import { chosenWords, type LoadTemplate } from "./chosen-words.server";
import { answerSchema, applicantKeys } from "./applicants";
import { applicantNotices } from "./notices";

/** What a form asks for; without `perform` its entries are wrong, or nobody is ticked. */
type Act = {
  state: FormState;
  perform?: () => Promise<Result<{ notice: Notice; open?: string; tells?: "mail" | "crm" | "both" }>>;
};

function seenOf(applicants: readonly VersionedId[]) {
  return { entries: applicants.map(({ id }) => id), seen: applicants.map(({ seen }) => seen) };
}

function takeOn(context: Context, body: FormData): Act {
  const state = { ...keepEntries(body, applicantKeys), errors: {} };
  const ticked = readVersionedIds(body, "applicant");
  if (ticked.length === 0) return { state };
  return {
    state,
    async perform() {
      const made = await mutateAsUser(context, (person) => person.rpc("take_on_applicants", seenOf(ticked)));
      if (!made.ok) return made;
      const counts = z.object({ taken_on: z.number(), agreed: z.number() }).parse(made.value);
      return { ok: true, value: { notice: applicantNotices.takenOn(counts), tells: "mail" } };
    },
  };
}

/** Those that are ticked, or all others of the page, in the words that were chosen or typed. */
async function turnDown(context: Context, body: FormData, loadTemplate: LoadTemplate): Promise<Act> {
  const { values, state } = await parseForm(body, answerSchema, applicantKeys);
  const ticked = readVersionedIds(body, "applicant");
  const wanted =
    textOf(body.get("intent")) === "turn-down"
      ? ticked
      : readVersionedIds(body, "listed").filter(({ id }) => ticked.every((one) => one.id !== id));
  if (!values || wanted.length === 0) return { state };
  return {
    state,
    async perform() {
      const words = await chosenWords(values, loadTemplate);
      if (!words.ok) return words;
      const turned = omitNulls({ ...seenOf(wanted), words: words.value });
      const made = await mutateAsUser(context, (person) => person.rpc("turn_down_applicants", turned));
      if (!made.ok) return made;
      const told = new Date(Date.now() + 10 * 60_000);
      return { ok: true, value: { notice: applicantNotices.turnedDown(made.value ?? 0, told) } };
    },
  };
}

function undo(context: Context, body: FormData): Act {
  const state = { ...keepEntries(body, applicantKeys), errors: {} };
  const entries = readVersionedIds(body, "listed").map(({ id }) => id);
  if (entries.length === 0) return { state };
  return {
    state,
    async perform() {
      const made = await mutateAsUser(context, (person) => person.rpc("undo_turned_down", { entries }));
      return made.ok ? { ok: true, value: { notice: applicantNotices.putBack(made.value ?? 0) } } : made;
    },
  };
}

/** What a form about those who have applied asks for; null for another form. */
export async function readApplicantAct(
  context: Context,
  body: FormData,
  loadTemplate: LoadTemplate,
): Promise<Act | null> {
  switch (textOf(body.get("intent"))) {
    case "take-on":
      return takeOn(context, body);
    case "turn-down":
    case "turn-down-others":
      return turnDown(context, body, loadTemplate);
    case "undo-turned-down":
      return undo(context, body);
    default:
      return null;
  }
}
