// The container's HEALTHCHECK: ends with 0 when the site's process answers.
const response = await fetch(`http://127.0.0.1:${process.env["PORT"] || "3000"}/healthz`, {
  signal: AbortSignal.timeout(2_000),
}).catch(() => undefined);
process.exit(response?.ok ? 0 : 1);

export {};
