import { bundleLibraries } from "../support/services/prepared/libraries.ts";
import { openSite } from "../support/services/processes.ts";

/** One site for all specs that only need a working one; those that break things start their own. */
export default async function setup(): Promise<() => Promise<void>> {
  await bundleLibraries();
  const { site, backend, stop } = await openSite({ LOG_LEVEL: "warn" });
  process.env["E2E_SITE"] = site.url;
  const { url, keys, database } = backend;
  process.env["E2E_BACKEND"] = JSON.stringify({ url, keys, database });
  return stop;
}
