import { expect, it } from "vitest";
import { startLoneSite } from "../support/services/processes.ts";

async function contactPage(variables: Record<string, string>): Promise<string> {
  const site = await startLoneSite({ LOG_LEVEL: "silent", ...variables });
  try {
    return await (await fetch(`${site.url}/contact`)).text();
  } finally {
    await site.stop();
  }
}

it("the office's number is there to ring and to write to, where it is set; else the masked one", async () => {
  const [shown, masked] = await Promise.all([contactPage({ OFFICE_PHONE: "+91 120 555 0100" }), contactPage({})]);
  expect(shown).toContain('<a href="tel:+911205550100" class="alone">+91 120 555 0100</a>');
  expect(shown).toContain('href="https://wa.me/911205550100"');
  expect(shown).not.toContain("XXX");
  expect(masked).toContain("+91 120 XXX XX00");
  expect(masked).not.toMatch(/href="tel:|wa\.me/);
});
