/** One request to the CRM, as it goes over the wire. */
export type Delivery = { headers: Record<string, string>; body: string };

export type SyncCrmOptions = {
  supabaseUrl: string;
  /** The publishable key: with it, the caller's own token decides what may be seen. */
  supabaseKey: string;
  /** The secret key: takes a delivery, notes what became of it, and opens the scheduled run. */
  secretKey: string;
  webhookUrl?: string | undefined;
  webhookSecret?: string | undefined;
  fetch: typeof fetch;
  /** Where a delivery goes when no CRM is configured. */
  keep?: (delivery: Delivery) => Promise<void>;
  /** Lets the platform know of work that must be finished even when the caller has gone away. */
  keepAlive?: (work: Promise<unknown>) => void;
  log: (message: string) => void;
};
