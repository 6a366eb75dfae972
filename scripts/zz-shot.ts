// usage: node shot.ts CLONE PORT WHO PREFIX name=path ...
import { pathToFileURL } from "node:url";
const [, , clone, port, who, prefix, ...places] = process.argv;
const { launchBrowser } = await import(pathToFileURL(`${clone}/scripts/needs/browser.ts`).href);
const fs = await import("node:fs");
const keys = JSON.parse(fs.readFileSync(`${process.env["DATA"]}/keys.json`, "utf8"));
const browser = await launchBrowser();
const context = await browser.newContext({ baseURL: `http://localhost:${port}`, javaScriptEnabled: process.env["JS"] === "1", colorScheme: (process.env["SCHEME"] ?? "light") as "light" });
const page = await context.newPage();
if (who !== "none") {
  await page.goto("/client-auth");
  await page.getByLabel("Email").fill(keys[`demo_${who}_email`]);
  await page.getByLabel("Password").fill(keys[`demo_${who}_password`]);
  await page.getByRole("button", { name: "Sign In" }).click();
}
for (const place of places) {
  const [name, path] = [place.slice(0, place.indexOf("=")), place.slice(place.indexOf("=") + 1)];
  for (const width of [375, 1280]) {
    await page.setViewportSize({ width, height: 800 });
    await page.goto(path);
    await page.screenshot({ path: `${prefix}${name}-${width}.png`, fullPage: true });
  }
  console.log(name, page.url(), await page.title());
}
await browser.close();
