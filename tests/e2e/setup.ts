import { startSite } from "../support/processes.ts";

/** One site for all specs that only need a working one; those that break things start their own. */
export default async function setup(): Promise<() => Promise<void>> {
  const { site, backend, stop } = await startSite({ LOG_LEVEL: "warn" });
  process.env["E2E_SITE"] = site.url;
  process.env["E2E_BACKEND"] = backend.url;
  process.env["E2E_DATA"] = backend.dataDirectory;
  return stop;
}
