import { z } from "zod";
import { askAsCaller } from "../_shared/backend.ts";
import { answer, handleRequest } from "../_shared/handler.ts";
import { createOutbox } from "../_shared/outbox.ts";
import { writeMail } from "./mail.ts";
import type { DeliverMailOptions } from "./options.ts";

const linkToken = z
  .string()
  .regex(/^[0-9a-f]{64}$/)
  .optional();

/**
 * What a page may ask for, after it has written something: to send what is due now, whatever that is. A candidate has no
 * account: the token of a mail's link, which nobody else has, stands for a session; of somebody who has just applied that of
 * the page that says so.
 */
const wakeMessage = z.object({ type: z.literal("wake"), candidate: linkToken, applicant: linkToken });

/** The content is looked at mail by mail, so that one that is not understood holds up no other. */
const mailSchema = z.object({ id: z.uuid(), dedupe_key: z.string(), content: z.unknown() });

/** The mails that wait. Without a mail server each is postponed. */
export function openOutbox(options: DeliverMailOptions) {
  const { send, siteUrl, officePhone } = options;
  const parts = {
    name: "deliver-mail",
    item: mailSchema,
    claim: "claim_mails",
    settle: "settle_mail",
    // Providers take a few connections at once.
    atOnce: 1,
    send: async ({ dedupe_key, content }: z.infer<typeof mailSchema>) => {
      if (!send) throw new Error("no mail server is configured");
      await send(writeMail(dedupe_key, content, siteUrl, officePhone));
    },
  };
  return createOutbox(parts, options);
}

type Caller = Pick<z.infer<typeof wakeMessage>, "candidate" | "applicant">;

/** Has the caller a session, or one of these links? */
async function isKnown({ candidate, applicant }: Caller, token: string, options: DeliverMailOptions): Promise<boolean> {
  const link = candidate ?? applicant;
  if (link === undefined) {
    const account = await askAsCaller("current_account?select=role", token, options);
    return Array.isArray(account?.value) && account.value.length > 0;
  }
  const asked = candidate === undefined ? "rpc/read_application" : "rpc/candidate_question";
  const found = await askAsCaller(asked, options.supabaseKey, options, { token: link });
  return Boolean(found?.value);
}

/** Sends what is due. The caller only says that there may be something, and learns nothing of what there was. */
async function wake(caller: Caller, token: string, options: DeliverMailOptions): Promise<Response> {
  if (!(await isKnown(caller, token, options))) return answer(401, "Sign in first");
  if (options.send) await openOutbox(options).deliverSome();
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
    outbox: openOutbox(options),
    hasDestination: options.send !== undefined,
    message: wakeMessage,
    serve: (message: z.infer<typeof wakeMessage>, token: string) => wake(message, token, options),
  };
  return handleRequest(request, routes, options);
}
