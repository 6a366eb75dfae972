/** What every function needs of its surroundings. */
export type FunctionOptions = {
  supabaseUrl: string;
  /** The publishable key: with it, the caller's own token decides what may be seen. */
  supabaseKey: string;
  /** The secret key: takes what waits, notes what became of it, and opens the scheduled run. */
  secretKey: string;
  fetch: typeof fetch;
  /** Lets the platform know of work that must be finished even when the caller has gone away. */
  keepAlive?: (work: Promise<unknown>) => void;
  log: (message: string) => void;
  /** Aborted when the scheduled run is to take nothing more, since whoever runs it ends. */
  stop?: AbortSignal | undefined;
};
