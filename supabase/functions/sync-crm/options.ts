import type { FunctionOptions } from "../_shared/options.ts";

/** One request to the CRM, as it goes over the wire. */
export type Delivery = { headers: Record<string, string>; body: string };

export type SyncCrmOptions = FunctionOptions & {
  webhookUrl?: string | undefined;
  webhookSecret?: string | undefined;
  /** Where a delivery goes when no CRM is configured. */
  keep?: (delivery: Delivery) => Promise<void>;
};
