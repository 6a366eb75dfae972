import type { IncomingHttpHeaders } from "node:http";
import { bodyOf, serve, type SmallServer } from "./http.ts";

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

  static async start(): Promise<CrmStandIn> {
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
    });
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
