import { z } from "zod";
import { callAsVisitor, parseResult } from "~/lib/backend/calls.server";
import type { Json } from "~/lib/backend/database.types";
import type { Context } from "~/lib/http/context";
import type { Result } from "~/lib/result";
import { pageSchema, questionSchema, type OwnPage, type Question } from "./own-page";

/** Looks at what a mail's link is about, and changes nothing; null for a link that nobody was sent, or that has ended. */
export function findQuestion(context: Context, token: string): Promise<Result<Question | null>> {
  const asked = callAsVisitor(context, (visitor) => visitor.rpc("candidate_question", { token }));
  return parseResult(questionSchema.nullable(), asked, 503);
}

/** The no, by the link alone: also of whoever has agreed. Twice is the same. */
export function refuseQuestion(context: Context, token: string): Promise<Result<unknown>> {
  return callAsVisitor(context, (visitor) => visitor.rpc("refuse_candidate_question", { token }));
}

/** The yes to one card, by a link that went to a telephone. */
export function agreeByLink(context: Context, token: string, digest: string): Promise<Result<unknown>> {
  return callAsVisitor(context, (visitor) => visitor.rpc("agree_by_link", { token, digest }));
}

/** "Ring me first": the recruiter is told, and nothing decided. Twice is the same. */
export function askForCall(context: Context, token: string): Promise<Result<unknown>> {
  return callAsVisitor(context, (visitor) => visitor.rpc("ask_for_call", { token }));
}

/** Has all of it deleted, in a week, or of somebody under 18 at once, by a link that went to a telephone. */
export function eraseByLink(context: Context, token: string, is_minor: boolean): Promise<Result<unknown>> {
  return callAsVisitor(context, (visitor) => visitor.rpc("erase_by_link", { token, is_minor }));
}

/** Undoes that. */
export function keepByLink(context: Context, token: string): Promise<Result<unknown>> {
  return callAsVisitor(context, (visitor) => visitor.rpc("keep_by_link", { token }));
}

/** Undoes a no, as long as nobody was told of it. */
export function undoRefusal(context: Context, token: string): Promise<Result<unknown>> {
  return callAsVisitor(context, (visitor) => visitor.rpc("undo_candidate_refusal", { token }));
}

/** "Ask me after all": the recruiter is told, and may ask anew. Twice is the same. */
export function reconsiderQuestion(context: Context, token: string): Promise<Result<unknown>> {
  return callAsVisitor(context, (visitor) => visitor.rpc("reconsider_candidate_question", { token }));
}

/** Is this the link that undoes "this is not me"? */
export function isUndoLink(context: Context, token: string): Promise<Result<boolean | null>> {
  return callAsVisitor(context, (visitor) => visitor.rpc("is_undo_link", { token }));
}

/** Undoes "this is not me", by the link that went to the address and the address itself. */
export function ownMailbox(context: Context, token: string, address: string): Promise<Result<unknown>> {
  return callAsVisitor(context, (visitor) => visitor.rpc("own_mailbox", { token, address }));
}

/** "This is not me": no mail goes to the address any more. */
export function disownAddress(context: Context, token: string): Promise<Result<unknown>> {
  return callAsVisitor(context, (visitor) => visitor.rpc("disown_address", { token }));
}

/** Has a code mailed to where the link went. @returns whether there is such a link; null when a code was mailed just now */
export function sendCode(context: Context, token: string): Promise<Result<boolean | null>> {
  return callAsVisitor(context, (visitor) => visitor.rpc("send_candidate_code", { token }));
}

/** Opens the own page. @returns the session's token; null for a code that is wrong, or has run out, and a link of nobody's */
export function enterCode(context: Context, token: string, code: string): Promise<Result<string | null>> {
  return callAsVisitor(context, (visitor) => visitor.rpc("enter_candidate_code", { token, code }));
}

/** Has a link to the own page mailed, if the address is a candidate's: what comes back tells nothing of that. */
export function requestLink(context: Context, address: string): Promise<Result<unknown>> {
  return callAsVisitor(context, (visitor) => visitor.rpc("request_candidate_link", { address }));
}

/** Loads the own page; 401 when the session is over. */
export function loadOwnPage(context: Context, session_token: string): Promise<Result<OwnPage>> {
  const asked = callAsVisitor(context, (visitor) => visitor.rpc("own_candidate_page", { session_token }));
  return parseResult(pageSchema, asked, 503);
}

/** The yes to one card, by its digest; 409 when it is another one by now. */
export function agreeToCard(context: Context, session_token: string, entry: string, digest: string) {
  return callAsVisitor(context, (visitor) => visitor.rpc("agree_to_card", { session_token, entry, digest }));
}

/** Takes a yes back, or says no, in force at once. */
export function withdrawFrom(context: Context, session_token: string, entry: string) {
  return callAsVisitor(context, (visitor) => visitor.rpc("withdraw_from", { session_token, entry }));
}

/** "Ask me first": takes back the yes to the card of an application, which stays. */
export function takeCardBack(context: Context, session_token: string, entry: string) {
  return callAsVisitor(context, (visitor) => visitor.rpc("take_own_card_back", { session_token, entry }));
}

/** Undoes a no, as long as nobody was told of it. */
export function undoOwnRefusal(context: Context, session_token: string, entry: string) {
  return callAsVisitor(context, (visitor) => visitor.rpc("undo_own_refusal", { session_token, entry }));
}

/** "Ask me after all": the recruiter is told, and may ask anew. */
export function reconsiderEntry(context: Context, session_token: string, entry: string) {
  return callAsVisitor(context, (visitor) => visitor.rpc("reconsider_own_entry", { session_token, entry }));
}

/** The yes to being kept. */
export function agreeToBeKept(context: Context, session_token: string) {
  return callAsVisitor(context, (visitor) => visitor.rpc("agree_to_be_kept", { session_token }));
}

/** Corrects what we have of somebody, on the version that they have read. */
export function editDetails(context: Context, session_token: string, seen: number, entries: Json) {
  return callAsVisitor(context, (visitor) => visitor.rpc("edit_own_candidate", { session_token, seen, entries }));
}

/** Adds who must not learn of somebody. @param named a company's name, or the domain of its mails */
export function addNever(context: Context, session_token: string, named: string, employer: boolean) {
  return callAsVisitor(context, (visitor) => visitor.rpc("add_own_never", { session_token, named, employer }));
}

/** Lets a company learn of somebody again. @param never the id of its line on their list */
export function removeNever(context: Context, session_token: string, never: string) {
  return callAsVisitor(context, (visitor) => visitor.rpc("remove_own_never", { session_token, never }));
}

/** Ends the session, in whatever browser has it. */
export function closePage(context: Context, session_token: string) {
  return callAsVisitor(context, (visitor) => visitor.rpc("close_candidate_page", { session_token }));
}

/** All that we have of somebody. */
export function exportOwn(context: Context, session_token: string): Promise<Result<Json>> {
  return callAsVisitor(context, (visitor) => visitor.rpc("export_own_candidate", { session_token }));
}

const recordOf = z.record(z.string(), z.unknown());

/** All that we have of somebody, as a page prints it: what is a list in the file is one here. */
const sheetSchema = z.object({
  candidate: recordOf,
  entries: z.array(recordOf),
  consents: z.array(recordOf),
  never: z.array(recordOf),
  notes: z.array(recordOf),
  mails: z.array(recordOf),
  visits: z.array(z.string()),
});

export type Sheet = z.output<typeof sheetSchema>;

/** The same, to be read. */
export function loadSheet(context: Context, session_token: string): Promise<Result<Sheet>> {
  return parseResult(sheetSchema, exportOwn(context, session_token), 503);
}

/** Deletes all that we have of somebody. */
export function eraseOwn(context: Context, session_token: string) {
  return callAsVisitor(context, (visitor) => visitor.rpc("erase_own_candidate", { session_token }));
}
