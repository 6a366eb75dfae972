import { afterEach, expect, it, vi } from "vitest";

afterEach(() => {
  vi.unstubAllEnvs();
  vi.resetModules();
});

it.each([
  ["https://hire.example", /^__Host-candidate=[^;]+; Max-Age=1800; Path=\/; HttpOnly; Secure; SameSite=Lax$/],
  ["http://localhost:3000", /^candidate=[^;]+; Max-Age=1800; Path=\/; HttpOnly; SameSite=Lax$/],
])("of %s is a cookie that no other host of the domain can set", async (origin, cookie) => {
  vi.stubEnv("APP_URL", origin);
  vi.resetModules();
  const { forgetSession, keepSession, readSession } = await import("./session-cookie.server");
  const token = "0".repeat(64);
  const { "Set-Cookie": line } = await keepSession(token);
  expect(line).toMatch(cookie);
  expect(await readSession(line.split(";")[0]!)).toBe(token);
  expect((await forgetSession())["Set-Cookie"]).toContain("; Max-Age=0; Path=/;");
});
