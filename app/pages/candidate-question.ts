import { data } from "react-router";
import { loadCandidate } from "~/features/candidates/team/record/candidate.server";
import type { Context } from "~/lib/http/context";
import { loadTeamPage } from "./team";
import { requireId, throwNotFound } from "./page";

/** A page that asks once before something is done with a candidate; there is none for whoever may not. */
export async function loadCandidateQuestion(context: Context, url: URL, id: string) {
  const page = await loadTeamPage(context, url, () => loadCandidate(context, requireId(id)));
  const isForNobody = page.account?.team?.mayExport === false;
  if (isForNobody || (page.answer.ok && page.answer.value === null)) return throwNotFound(page);
  const person = page.answer.ok && page.answer.value ? page.answer.value.candidate : undefined;
  return data({ ...page, answer: undefined, person }, { status: page.answer.ok ? 200 : page.answer.status });
}
