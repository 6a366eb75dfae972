import { z } from "zod";
import { mutateAsUser, omitNulls, parseResult } from "~/lib/backend/calls.server";
import { textOf, type FormState } from "~/lib/forms/form";
import { keepEntries, parseForm } from "~/lib/forms/form.server";
import type { Context } from "~/lib/http/context";
import type { Notice } from "~/lib/http/notice.server";
import type { Result } from "~/lib/result";
import { readVersionedIds, type VersionedId } from "~/lib/schema/versioned-id";
import { chosenWords, type LoadTemplate } from "./chosen-words.server";
import {
  answerSchema,
  applicantKeys,
  isAskedOfAll,
  READ_ON,
  shortId,
  TURN_DOWN_ALL,
  TURN_DOWN_OTHERS,
} from "./applicants";
import { loadApplicants } from "./applicants.server";
import { applicantNotices } from "./notices";
import { READ_WORDS } from "./standard-words";

/** Where a form stands: its requirement, and the last entry before its page of the applicants. */
type Place = { requirement: string; after: string | null };

/** What a form asks for; without `perform` its entries are wrong, or nobody is ticked, of which `notice` says more. */
type Act = {
  state: FormState;
  /** Is something only to be read, with the form as it is? */
  isRead?: boolean;
  notice?: Notice;
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
      const asked = mutateAsUser(context, (person) => person.rpc("take_on_applicants", seenOf(ticked)));
      const made = await parseResult(z.object({ taken_on: z.number(), agreed: z.number() }), asked);
      if (!made.ok) return made;
      return { ok: true, value: { notice: applicantNotices.takenOn(made.value), tells: "mail" } };
    },
  };
}

/** All others of the page than those that are ticked: who stood there, and waits still. */
async function othersOf(
  context: Context,
  { requirement, after }: Place,
  body: FormData,
  ticked: readonly VersionedId[],
) {
  const read = await loadApplicants(context, requirement, after);
  if (!read.ok) return read;
  const listed = textOf(body.get("listed")).split(" ");
  const others = read.value.people
    .filter(({ id }) => listed.includes(shortId(id)) && ticked.every((one) => one.id !== id))
    .map(({ id, version }) => ({ id, seen: version }));
  return { ok: true as const, value: others };
}

/** Those that are ticked, or all others of the page, in the words that were chosen or typed: all of them are asked about first. */
async function turnDown(context: Context, place: Place, body: FormData, loadTemplate: LoadTemplate): Promise<Act> {
  const { values, state } = await parseForm(body, answerSchema, applicantKeys);
  const ticked = readVersionedIds(body, "applicant");
  const intent = textOf(body.get("intent"));
  const isOthers = intent === TURN_DOWN_OTHERS || intent === TURN_DOWN_ALL;
  if (!values || (ticked.length === 0 && !isOthers)) return { state };
  if (isAskedOfAll(state) && intent !== TURN_DOWN_ALL) {
    return { state, notice: applicantNotices.noneKept };
  }
  return {
    state,
    async perform() {
      const words = await chosenWords(values, loadTemplate);
      if (!words.ok) return words;
      const wanted = isOthers ? await othersOf(context, place, body, ticked) : { ok: true as const, value: ticked };
      if (!wanted.ok) return wanted;
      if (wanted.value.length === 0) return { ok: true, value: { notice: applicantNotices.turnedDown(0) } };
      const turned = omitNulls({ ...seenOf(wanted.value), words: words.value });
      const made = await mutateAsUser(context, (person) => person.rpc("turn_down_applicants", turned));
      if (!made.ok) return made;
      return { ok: true, value: { notice: applicantNotices.turnedDown(made.value ?? 0) } };
    },
  };
}

/** Puts back whom one act has turned down, or taken on, by the moment at which they are told. */
function undo(context: Context, requirement: string, body: FormData, undone: "turned_down" | "taken_on"): Act {
  const told = textOf(body.get("told"));
  return {
    state: { ...keepEntries(body, applicantKeys), errors: {} },
    async perform() {
      const read = await loadApplicants(context, requirement, null);
      if (!read.ok) return read;
      const entries = read.value[undone].filter(({ told_at }) => told_at === told).map(({ id }) => id);
      if (entries.length === 0) return { ok: false, message: "undo_over", status: 409 };
      const made = await mutateAsUser(context, (person) => person.rpc(`undo_${undone}`, { entries }));
      return made.ok ? { ok: true, value: { notice: applicantNotices.putBack(made.value ?? 0) } } : made;
    },
  };
}

/** What a form about those who have applied asks for; null for another form. */
export async function readApplicantAct(
  context: Context,
  place: Place,
  body: FormData,
  loadTemplate: LoadTemplate,
): Promise<Act | null> {
  switch (textOf(body.get("intent"))) {
    case "take-on":
      return takeOn(context, body);
    case "turn-down":
    case TURN_DOWN_OTHERS:
    case TURN_DOWN_ALL:
      return turnDown(context, place, body, loadTemplate);
    case READ_ON:
    case READ_WORDS:
      return { state: { ...keepEntries(body, applicantKeys), errors: {} }, isRead: true };
    case "undo-turned-down":
      return undo(context, place.requirement, body, "turned_down");
    case "undo-taken-on":
      return undo(context, place.requirement, body, "taken_on");
    default:
      return null;
  }
}
