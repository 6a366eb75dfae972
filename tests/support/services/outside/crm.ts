import type { IncomingHttpHeaders } from "node:http";
import { OwnerSession } from "../../api/database.ts";
import { given } from "../given.ts";
import { bodyOf, serve, type SmallServer } from "../../http/http.ts";
import { openSite, startSite, type SharedBackend, type TestSite } from "../processes.ts";

export type CrmMessage = { headers: IncomingHttpHeaders; body: string };

/** What stands where the agency's CRM would: it keeps what it was sent, and refuses, or says nothing, as it is told. */
export class CrmStandIn {
  #server: SmallServer | undefined;
  readonly messages: CrmMessage[] = [];
  /** The status it answers with. */
  status = 204;
  /** How many requests wait for an answer. */
  waiting = 0;
  #gate = Promise.withResolvers<void>();

  private constructor() {
    this.#gate.resolve();
  }

  /** From now on it takes requests and says nothing. */
  hold(): void {
    this.#gate = Promise.withResolvers<void>();
  }

  /** It answers again, also what it was asked meanwhile. */
  release(): void {
    this.#gate.resolve();
  }

  /** @param port where somebody expects it */
  static async start(port?: number): Promise<CrmStandIn> {
    const crm = new CrmStandIn();
    crm.#server = await serve((request, response) => {
      void bodyOf(request).then(async (body) => {
        crm.waiting += 1;
        await crm.#gate.promise;
        crm.waiting -= 1;
        const { status } = crm;
        if (status < 300) crm.messages.push({ headers: request.headers, body });
        response.writeHead(status).end();
      });
    }, port);
    return crm;
  }

  get url(): string {
    return `${this.#server?.url ?? ""}/hook`;
  }

  /** The idempotency keys it has been sent, each once. */
  get keys(): Set<string> {
    return new Set(this.messages.map(({ headers }) => String(headers["idempotency-key"])));
  }

  stop(): void {
    this.#server?.stop();
  }
}

/** Can the tests play the CRM? Not that of a Supabase that was there before and delivers elsewhere. */
export const isCrmOurs = given === undefined || given.crm !== undefined;

/** A site whose requirements go to a CRM that the test plays. `secret` is what their messages are signed with. */
export async function openSiteWithCrm(
  variables: Record<string, string> = {},
): Promise<{ site: TestSite; backend: SharedBackend; crm: CrmStandIn; secret: string; stop: () => Promise<void> }> {
  const crm = await CrmStandIn.start(given?.crm?.port);
  const secret = given?.crm?.secret ?? "what the CRM knows";
  const running = given
    ? await openSite(variables)
    : await startSite({
        CRM_WEBHOOK_URL: crm.url,
        CRM_WEBHOOK_SECRET: secret,
        // It hears of what happens when it happens, and of the rest when a test says so.
        REDELIVERY_SECONDS: "3600",
        ...variables,
      });
  return {
    ...running,
    crm,
    secret,
    async stop() {
      await running.stop();
      crm.stop();
    },
  };
}

/** Puts off what others' requirements still have for the CRM, so that a scheduled run is about the test's own alone. */
export async function postponeOtherDeliveries({ database }: Pick<SharedBackend, "database">): Promise<void> {
  const owner = OwnerSession.of(database);
  try {
    await owner.exec(
      "update public.crm_events set next_attempt_at = now() + interval '1 day' where next_attempt_at is not null",
    );
  } finally {
    await owner.close();
  }
}
