import { afterAll } from "vitest";
import { freePort, TestBackend, TestSite } from "./processes.ts";

/** A site on an embedded backend, for a test that kills them again and again. They end with the test file. */
export async function startKilledSite(variables: Record<string, string> = {}, dataDirectory?: string) {
  const port = await freePort();
  const backend = await TestBackend.start(`http://localhost:${port}`, variables, dataDirectory);
  const startSite = () =>
    TestSite.start(port, {
      SUPABASE_URL: backend.url,
      SUPABASE_PUBLISHABLE_KEY: backend.keys.publishable_key,
      LOG_LEVEL: "silent",
    });
  let site = await startSite();
  afterAll(async () => {
    await site.stop();
    await backend.remove();
  });
  return {
    backend,
    url: site.url,
    /** Starts the backend again that was killed. In every fifth round the site has died with it. */
    startAgain: async (round: number): Promise<void> => {
      if (round % 5 === 4) {
        await site.stop("SIGKILL");
        site = await startSite();
      }
      await backend.start();
    },
  };
}
