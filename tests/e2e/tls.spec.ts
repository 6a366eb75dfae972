import { signUpClient } from "../support/people/people.ts";
import { freePort, TestSite } from "../support/services/processes.ts";
import { startTlsProxy } from "../support/http/tls-proxy.ts";
import { expect, signInHere, test as base } from "./fixtures.ts";

const test = base.extend<{ publicUrl: string }>({
  publicUrl: async ({ backend }, use) => {
    const [port, sitePort] = [await freePort(), await freePort()];
    const publicUrl = `https://localhost:${port}`;
    const site = await TestSite.start(sitePort, {
      SUPABASE_URL: backend.url,
      SUPABASE_PUBLISHABLE_KEY: backend.keys.publishable_key,
      LOG_LEVEL: "silent",
      APP_URL: publicUrl,
    });
    const stopProxy = await startTlsProxy(port, sitePort);
    await use(publicUrl);
    stopProxy();
    await site.stop();
  },
  baseURL: async ({ publicUrl }, use) => use(publicUrl),
  ignoreHTTPSErrors: true,
  javaScriptEnabled: false,
});

test("behind a proxy that ends TLS, forms work, and cookies are Secure and of this host", async ({ page, backend }) => {
  const client = await signUpClient(backend, "Secure Company");
  await page.goto("/client-auth");
  await signInHere(page, client);
  await page.waitForURL("**/client-dashboard");
  const cookies = await page.context().cookies();
  expect(cookies.map(({ name }) => name)).toContain("__Host-session");
  for (const { name, secure, httpOnly, sameSite } of cookies) {
    expect({ name, secure, httpOnly, sameSite }).toEqual({ name, secure: true, httpOnly: true, sameSite: "Lax" });
    expect(name).toMatch(/^__Host-/);
  }
  await page.getByRole("button", { name: "Sign Out" }).click();
  await expect(page).toHaveURL(/\/client-auth$/);
});
