import { z } from "zod";
import { mutateAsUser, omitNulls } from "~/lib/backend/supabase.server";
import { textOf, type FormState } from "~/lib/forms/form";
import { keepEntries, parseForm } from "~/lib/forms/form.server";
import type { Context } from "~/lib/http/context";
import type { Notice } from "~/lib/http/notice.server";
import type { Result } from "~/lib/result";
import { readVersionedIds, type VersionedId } from "~/lib/schema/versioned-id";
import { chosenWords, type LoadTemplate } from "./chosen-words.server";
import { answerSchema, applicantKeys, pageOf, shortId } from "./applicants";
import { loadApplicants } from "./applicants.server";
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

/** All others of the page than those that are ticked: who stood there, and waits still. */
async function othersOf(context: Context, requirement: string, body: FormData, ticked: readonly VersionedId[]) {
  const page = pageOf(textOf(body.get("page")));
  // Who stood on it may have come one page forward, with those before them answered.
  const [read, before] = await Promise.all([
    loadApplicants(context, requirement, page),
    loadApplicants(context, requirement, Math.max(1, page - 1)),
  ]);
  if (!read.ok) return read;
  if (!before.ok) return before;
  const listed = textOf(body.get("listed")).split(" ");
  const people = page === 1 ? read.value.people : [...before.value.people, ...read.value.people];
  const others = people
    .filter(({ id }) => listed.includes(shortId(id)) && ticked.every((one) => one.id !== id))
    .map(({ id, version }) => ({ id, seen: version }));
  return { ok: true as const, value: others };
}

/** Those that are ticked, or all others of the page, in the words that were chosen or typed. */
async function turnDown(
  context: Context,
  requirement: string,
  body: FormData,
  loadTemplate: LoadTemplate,
): Promise<Act> {
  const { values, state } = await parseForm(body, answerSchema, applicantKeys);
  const ticked = readVersionedIds(body, "applicant");
  const isOthers = textOf(body.get("intent")) === "turn-down-others";
  if (!values || (ticked.length === 0 && !isOthers)) return { state };
  return {
    state,
    async perform() {
      const words = await chosenWords(values, loadTemplate);
      if (!words.ok) return words;
      const wanted = isOthers
        ? await othersOf(context, requirement, body, ticked)
        : { ok: true as const, value: ticked };
      if (!wanted.ok) return wanted;
      const told = new Date(Date.now() + 10 * 60_000);
      if (wanted.value.length === 0) return { ok: true, value: { notice: applicantNotices.turnedDown(0, told) } };
      const turned = omitNulls({ ...seenOf(wanted.value), words: words.value });
      const made = await mutateAsUser(context, (person) => person.rpc("turn_down_applicants", turned));
      if (!made.ok) return made;
      return { ok: true, value: { notice: applicantNotices.turnedDown(made.value ?? 0, told) } };
    },
  };
}

/** Puts back whom one act has turned down, by the moment at which they are told. */
function undo(context: Context, requirement: string, body: FormData): Act {
  const told = textOf(body.get("told"));
  return {
    state: { ...keepEntries(body, applicantKeys), errors: {} },
    async perform() {
      const read = await loadApplicants(context, requirement, 1);
      if (!read.ok) return read;
      const entries = read.value.turned_down.filter(({ told_at }) => told_at === told).map(({ id }) => id);
      if (entries.length === 0) return { ok: false, message: "undo_over", status: 409 };
      const made = await mutateAsUser(context, (person) => person.rpc("undo_turned_down", { entries }));
      return made.ok ? { ok: true, value: { notice: applicantNotices.putBack(made.value ?? 0) } } : made;
    },
  };
}

/** What a form about those who have applied asks for; null for another form. */
export async function readApplicantAct(
  context: Context,
  requirement: string,
  body: FormData,
  loadTemplate: LoadTemplate,
): Promise<Act | null> {
  switch (textOf(body.get("intent"))) {
    case "take-on":
      return takeOn(context, body);
    case "turn-down":
    case "turn-down-others":
      return turnDown(context, requirement, body, loadTemplate);
    case "undo-turned-down":
      return undo(context, requirement, body);
    default:
      return null;
  }
}
