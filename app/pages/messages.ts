import { loadAudience } from "~/features/clients/audience.server";
import { messageNotices } from "~/features/messages/notices";
import { messageSchema } from "~/features/messages/schema";
import { openThread, postMessage } from "~/features/messages/thread.server";
import { requirementPathFor } from "~/features/requirements/frame/requirement-frame";
import { formContext, type Context } from "~/lib/http/context";
import { TOKEN_KEY } from "~/lib/forms/form";
import { formResponse, parseForm } from "~/lib/forms/form.server";
import { identifyForm } from "~/lib/forms/form-token.server";
import { isActionLimited, isFormLimited } from "~/lib/limits/rate-limit.server";
import type { Result } from "~/lib/result";
import { effectWords, isAnybodyThere } from "~/lib/schema/audience";
import { makeChange } from "./change";
import { forbiddenReason, requireOwn } from "./client";
import { requireChanged } from "./page";

/** Answers to a form that was not taken, whoever sent it. */
const REFUSED: readonly unknown[] = [400, 403, 429];

const NOT_THERE = { ok: false, message: "requirement_not_found", status: 404 } as const;

type MessageArgs = {
  /** The requirement's. */
  id: string;
  /** Whose page it is. */
  side: "client" | "team";
};

/** What became of it, unless there is no such page to the caller, on whichever side. @throws the not-found page */
async function requireThere<Changed extends Result<unknown>>(
  context: Context,
  side: MessageArgs["side"],
  change: Changed,
) {
  return side === "client" ? requireOwn(context, change) : requireChanged(change);
}

/** What is said of a message: of the team's who is mailed, or that nobody can read it. */
async function sentNotice(context: Context, { id, side }: MessageArgs) {
  if (side === "client") return messageNotices.sent();
  const audience = await loadAudience(context, id);
  if (!audience.ok || audience.value === null) return messageNotices.sent();
  const effect = effectWords(audience.value, "messages");
  return isAnybodyThere(audience.value) ? messageNotices.sent(effect) : messageNotices.kept(effect);
}

async function takePosted(context: Context, { id, side }: MessageArgs) {
  const body = context.get(formContext);
  const { values, state } = await parseForm(body, messageSchema);
  if (!values) return formResponse(state, 400);
  return makeChange(context, {
    state,
    act: async (author) => {
      // What the page had shown is no part of what makes two forms the same (docs/decisions/forms-and-limits.md).
      const said = { requirement: id, author, body: values.body };
      const { form_id } = identifyForm(body.get(TOKEN_KEY), "message", said, "page");
      const posted = await postMessage(context, id, values, { side, formId: form_id });
      // Who may read here and not write keeps the words, and so does who has been removed. To whom the page is not there,
      // its loader says so.
      const isReader = !posted.ok && posted.message === "forbidden";
      const explained = await forbiddenReason(context, isReader ? { ...posted, status: 404 } : posted);
      const isRemoved = !explained.ok && explained.message === "not_a_member";
      return isReader && !isRemoved ? { ...posted, status: 403 } : requireThere(context, side, explained);
    },
    failed: "message not sent",
    notDone: messageNotices.notSent,
    done: async () => {
      const path = requirementPathFor(side === "client" ? "company" : "team", id, "messages");
      // To the message itself, which may stand far below.
      return { notice: await sentNotice(context, { id, side }), path: `${path}#newest`, hasMail: true };
    },
    limit: side === "client" ? isFormLimited : isActionLimited,
  });
}

/**
 * Takes a message from the form of a requirement's page, once.
 *
 * @returns a redirect when it is there; else the form with its words
 * @throws that there is no such page
 */
export async function takeMessage(context: Context, taking: MessageArgs) {
  const answer = await takePosted(context, taking);
  // What is refused before the database was asked would be wrong for anybody; to some there is no such page.
  if (!(answer instanceof Response) && REFUSED.includes(answer.init?.status)) {
    const thread = await openThread(context, taking.id, null);
    if (thread.ok && thread.value === null)
      await requireThere(context, taking.side, await forbiddenReason(context, NOT_THERE));
  }
  return answer;
}
