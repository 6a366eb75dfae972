import { z } from "zod";
import { askAsCaller } from "../_shared/backend.ts";
import { answer, handleRequest } from "../_shared/handler.ts";
import { deliverSome, type Outbox } from "../_shared/outbox.ts";
import { writeMail } from "./mail.ts";
import type { DeliverMailOptions } from "./options.ts";

/** What a page may ask for, after it has written something: to send what is due now, whatever that is. */
const wakeMessage = z.object({ type: z.literal("wake") });

/** The content is looked at mail by mail, so that one that is not understood holds up no other. */
const mailSchema = z.object({ id: z.uuid(), dedupe_key: z.string(), content: z.unknown() });

function outboxOf({ send, siteUrl, officePhone }: DeliverMailOptions): Outbox<z.infer<typeof mailSchema>> {
  return {
    name: "deliver-mail",
    item: mailSchema,
    claim: "claim_mails",
    settle: "settle_mail",
    // Providers take a few connections at once.
    atOnce: 1,
    send: async ({ dedupe_key, content }) => send?.(writeMail(dedupe_key, content, siteUrl, officePhone)),
  };
}

/** Sends what is due. The caller only says that there may be something, and learns nothing of what there was. */
async function wake(token: string, options: DeliverMailOptions): Promise<Response> {
  const account = await askAsCaller("current_account?select=role", token, options);
  if (!account || !Array.isArray(account.value) || account.value.length === 0) return answer(401, "Sign in first");
  if (options.send) await deliverSome(outboxOf(options), options);
  else options.log("deliver-mail: no mail server is configured (SMTP_URL, SMTP_ADMIN_EMAIL, APP_URL)");
  return Response.json({ awake: true });
}

/**
 * The function `deliver-mail`: sends the mails that wait in the outbox, asked by somebody's page that has just written
 * something, or by the scheduler.
 *
 * @returns 200, also when a mail could not be sent; 400 malformed; 401 not signed in; 405; 413; 502 the backend failed
 */
export function handleDeliverMail(request: Request, options: DeliverMailOptions): Promise<Response> {
  const routes = {
    outbox: outboxOf(options),
    hasDestination: options.send !== undefined,
    message: wakeMessage,
    serve: (_: unknown, token: string) => wake(token, options),
  };
  return handleRequest(request, routes, options);
}
