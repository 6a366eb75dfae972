import { data, type MiddlewareFunction } from "react-router";
import { isOfTheTeam } from "~/features/accounts/accounts.server";
import { everyName } from "~/features/team/names";
import type { Context } from "~/lib/http/context";
import { csvResponse, type CsvPart } from "~/lib/format/csv";
import { logFailure } from "~/lib/observe/log.server";
import { isActionLimited } from "~/lib/limits/rate-limit.server";
import type { Failure, Result } from "~/lib/result";
import { requireAsked } from "~/lib/http/fetch-metadata";
import { askFrame, team, throwNotFoundForTeam } from "./team";
import { requireUserId } from "./page";

/** A list's part, which says in the log when one after it can't be had: whoever asked sees only that the file breaks off. */
function logged(context: Context, { next, ...part }: CsvPart): CsvPart {
  if (!next) return part;
  return {
    ...part,
    async next() {
      try {
        return logged(context, await next());
      } catch (error) {
        logFailure(context, { status: 503, message: (error as Error).message }, "list broke off");
        throw error;
      }
    },
  };
}

/** Asks for a list's first part, as the address filters it, with the names of the team. */
type Ask = (context: Context, search: URLSearchParams, names: Record<string, string>) => Promise<Result<CsvPart>>;

/**
 * Has a route of the team answer with a list as a file. Who may take one along is the database's word, which logs it; to
 * everybody else there is no such file, and the page says so in their frame.
 *
 * @returns the route's middleware
 */
export function fileOf(name: string, columns: readonly string[], ask: Ask): MiddlewareFunction<Response>[] {
  const answer: MiddlewareFunction<Response> = async ({ request, context, url }) => {
    const refuse = (failure: Failure) => {
      logFailure(context, failure, "list not exported");
      return failure.status === 404 ? throwNotFoundForTeam(context, url) : data(null, { status: failure.status });
    };
    // Looking is a GET.
    if (request.method !== "GET" && request.method !== "HEAD") throw data(null, { status: 405 });
    const actor = await requireUserId(context);
    requireAsked(request, "file");
    if (!actor.ok) throw await refuse(actor);
    if (await isActionLimited(context, actor.value)) throw data(null, { status: 429 });
    const { known, frame } = await askFrame(context);
    if (known.ok && !isOfTheTeam(known.value?.role ?? null)) return throwNotFoundForTeam(context, url);
    const part = frame.ok ? await ask(context, url.searchParams, everyName(frame.value)) : frame;
    if (!part.ok) throw await refuse(part);
    return csvResponse(name, columns, logged(context, part.value));
  };
  return [team, answer];
}
