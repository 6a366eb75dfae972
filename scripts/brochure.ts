// `npm run brochure`: makes public/brochure.pdf and public/social.png from the site's own content. Run it when the
// content changes; both files are committed.
import { chromium } from "@playwright/test";
import { runnerImport } from "vite";
import type * as CompanyModule from "../app/content/company.ts";
import type * as HomeModule from "../app/content/home.ts";
import type * as IndustriesModule from "../app/content/industries/all.ts";
import type * as PillarsModule from "../app/content/services/pillars.ts";
import { ensureBrowser } from "./browser.ts";

async function load<Module>(name: string): Promise<Module> {
  return (await runnerImport<Module>(`./app/content/${name}.ts`)).module;
}

const { company } = await load<typeof CompanyModule>("company");
const { home } = await load<typeof HomeModule>("home");
const { industries } = await load<typeof IndustriesModule>("industries/all");
const { pillars } = await load<typeof PillarsModule>("services/pillars");

function escape(text: string): string {
  return text.replace(/[&<>"]/g, (character) => `&#${character.charCodeAt(0)};`);
}

function html(strings: TemplateStringsArray, ...values: (string | readonly string[])[]): string {
  return String.raw(
    { raw: strings },
    ...values.map((value) => (typeof value === "string" ? escape(value) : value.join(""))),
  );
}

const figures = home.hero.figures.map(({ value, label }) => html`<div><b>${value}</b><span>${label}</span></div>`);

const brochure = html`<!doctype html>
  <html lang="en">
    <head>
      <meta charset="utf-8" />
      <title>${company.name}: services and industries</title>
      <style>
        @page {
          size: A4;
          margin: 18mm;
        }
        body {
          font:
            10.5pt/1.5 system-ui,
            sans-serif;
          color: #10202b;
          margin: 0;
        }
        h1 {
          font-size: 30pt;
          line-height: 1.1;
          margin: 0 0 6mm;
        }
        h2 {
          font-size: 17pt;
          color: #0a5a53;
          margin: 9mm 0 3mm;
          break-after: avoid;
        }
        h3 {
          font-size: 11.5pt;
          margin: 0 0 1mm;
        }
        p {
          margin: 0 0 2mm;
        }
        .figures {
          display: flex;
          gap: 8mm;
          margin: 6mm 0;
        }
        .figures b {
          display: block;
          font-size: 17pt;
        }
        .grid {
          display: grid;
          grid-template-columns: 1fr 1fr;
          gap: 5mm 8mm;
        }
        .grid > * {
          break-inside: avoid;
        }
        footer {
          margin-top: 10mm;
          padding-top: 4mm;
          border-top: 1pt solid #0a5a53;
        }
      </style>
    </head>
    <body>
      <h1>${home.hero.title}</h1>
      <p>${home.hero.lead}</p>
      <div class="figures">${figures}</div>
      ${pillars.map(
        ({ name, lead, cards }) =>
          html`<section>
            <h2>${name}</h2>
            <p>${lead}</p>
            <div class="grid">
              ${cards.map(
                ({ title, text, points }) =>
                  html`<div>
                    <h3>${title}</h3>
                    <p>${text} ${points.join(". ")}.</p>
                  </div>`,
              )}
            </div>
          </section>`,
      )}
      <section>
        <h2>Industries</h2>
        <div class="grid">
          ${industries.map(
            ({ name, tile }) =>
              html`<div>
                <h3>${name}</h3>
                <p>${tile}</p>
              </div>`,
          )}
        </div>
      </section>
      <footer>
        <p>${company.name}, ${company.city}, ${company.country}. ${company.email}, ${company.phone}</p>
      </footer>
    </body>
  </html>`;

const preview = html`<!doctype html>
  <html lang="en">
    <style>
      body {
        margin: 0;
        width: 1200px;
        height: 630px;
        display: grid;
        align-content: center;
        gap: 32px;
        padding: 0 90px;
        box-sizing: border-box;
        background: #073f3a;
        color: #fff;
        font:
          34px/1.4 system-ui,
          sans-serif;
      }
      h1 {
        font-size: 84px;
        line-height: 1.05;
        margin: 0;
        letter-spacing: -2px;
      }
      p {
        margin: 0;
        color: #d9ebe8;
      }
    </style>
    <body>
      <p>${company.name}</p>
      <h1>${home.hero.title}</h1>
      <p>${home.hero.figures.map(({ value, label }) => `${value} ${label}`).join("  ·  ")}</p>
    </body>
  </html>`;

const executablePath = ensureBrowser();
const browser = await chromium.launch({ args: ["--no-sandbox"], ...(executablePath ? { executablePath } : {}) });
const page = await browser.newPage({ viewport: { width: 1200, height: 630 } });
await page.setContent(preview);
await page.screenshot({ path: "public/social.png" });
await page.setContent(brochure);
await page.pdf({
  path: "public/brochure.pdf",
  preferCSSPageSize: true,
  printBackground: true,
  tagged: true,
  outline: true,
});
await browser.close();
