import { data } from "react-router";
import { loadColleagues, namesOf } from "~/features/team/people.server";
import type { Context } from "~/lib/context";
import { csvResponse, type CsvPart } from "~/lib/csv";
import { logFailure } from "~/lib/log.server";
import { isTooBusy } from "~/lib/rate-limit.server";
import type { Change } from "~/lib/result";
import { requireActor, requireChanged } from "./team";

/** A list's part, which says in the log when one after it can't be had: whoever asked sees only that the file breaks off. */
function logged(context: Context, { rows, next }: CsvPart): CsvPart {
  if (!next) return { rows };
  return {
    rows,
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

/**
 * Answers with a list as a file. Who may take one along is the database's word, which logs it; to everybody else there is
 * no such file.
 *
 * @param ask the list's first part, with the names of the team
 */
export async function answerWithFile(
  context: Context,
  name: string,
  columns: readonly string[],
  ask: (names: Record<string, string>) => Promise<Change<CsvPart>>,
): Promise<Response> {
  const refuse = (failure: { status: number; message: string }) => {
    logFailure(context, failure, "list not exported");
    return data(null, { status: failure.status });
  };
  const actor = await requireActor(context);
  if (!actor.ok) throw refuse(actor);
  if (await isTooBusy(context, actor.value)) throw data(null, { status: 429 });
  const people = await loadColleagues(context);
  if (!people.ok) throw refuse(people);
  const part = requireChanged(await ask(namesOf(people.value)));
  if (!part.ok) throw refuse(part);
  return csvResponse(name, columns, logged(context, part.value));
}
