import type { IncomingHttpHeaders } from "node:http";
import { bodyOf, serve, type SmallServer } from "./http.ts";

export type CrmMessage = { headers: IncomingHttpHeaders; body: string };

/** What stands where the agency's CRM would: it keeps what it was sent, and refuses as long as it is told to. */
export class CrmStandIn {
  #server: SmallServer | undefined;
  readonly messages: CrmMessage[] = [];
  /** The status it answers with. */
  status = 204;

  static async start(): Promise<CrmStandIn> {
    const crm = new CrmStandIn();
    crm.#server = await serve((request, response) => {
      void bodyOf(request).then((body) => {
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
