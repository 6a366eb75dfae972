import { afterAll, beforeAll, expect, it } from "vitest";
import { bodyOf, serve, type SmallServer } from "../support/http/http.ts";
import { freePort, startLoneSite } from "../support/services/processes.ts";

// Which build runs, as its image tells it (Dockerfile): in the log, in /metrics and with each trace.
const BUILD = { BUILD_VERSION: "1.2.3-test", BUILD_REVISION: "0123abc" };

let collector: SmallServer;
let traces = "";
beforeAll(async () => {
  collector = await serve((request, response) => {
    void bodyOf(request).then((body) => {
      traces += body;
      response.writeHead(200, { "Content-Type": "application/json" }).end("{}");
    });
  });
});
afterAll(() => collector.stop());

it("says which build runs", async () => {
  const METRICS_PORT = String(await freePort());
  const site = await startLoneSite({ METRICS_PORT, OTEL_EXPORTER_OTLP_ENDPOINT: collector.url, ...BUILD });
  const body = new URLSearchParams({ name: "Ann", email: "ann@example.com", requirement: "x" });
  await fetch(`${site.url}/contact`, { method: "POST", body });
  const metrics = await (await fetch(`http://127.0.0.1:${METRICS_PORT}/metrics`)).text();
  await site.stop();
  expect(metrics).toContain('\nbuild_info{version="1.2.3-test",revision="0123abc"} 1\n');
  expect(JSON.parse(site.log[0]!)).toMatchObject({ msg: "listening", version: "1.2.3-test", revision: "0123abc" });
  for (const [key, stringValue] of [
    ["service.name", "site"],
    ["service.version", "1.2.3-test"],
    ["vcs.ref.head.revision", "0123abc"],
  ]) {
    expect(traces).toContain(JSON.stringify({ key, value: { stringValue } }));
  }
});

it("does not guess what nobody has told it", async () => {
  const METRICS_PORT = String(await freePort());
  const site = await startLoneSite({ METRICS_PORT, BUILD_VERSION: "", BUILD_REVISION: "" });
  const metrics = await (await fetch(`http://127.0.0.1:${METRICS_PORT}/metrics`)).text();
  await site.stop();
  expect(metrics).toContain('\nbuild_info{version="unknown",revision="unknown"} 1\n');
});
