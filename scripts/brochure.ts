// `npm run brochure`: makes public/brochure.pdf, public/social.png and public/apple-touch-icon.png from the site's own
// content, globe and mark. Run it when one of them changes; the files are committed.
import { readFileSync } from "node:fs";
import type * as CompanyModule from "../app/content/company.ts";
import type * as HomeModule from "../app/content/home.ts";
import type * as IndustriesModule from "../app/content/industries/all.ts";
import type * as PillarsModule from "../app/content/services/pillars.ts";
import { globePaths } from "../app/ui/drawings/globe-paths.ts";
import { launchBrowser } from "./needs/browser.ts";
import { importApp } from "./import-app.ts";

function load<Module>(name: string): Promise<Module> {
  return importApp<Module>(`./app/content/${name}.ts`);
}

const { company } = await load<typeof CompanyModule>("company");
const { home } = await load<typeof HomeModule>("home");
const { industries } = await load<typeof IndustriesModule>("industries/all");
const { pillars } = await load<typeof PillarsModule>("services/pillars");
const mark = [readFileSync("public/favicon.svg", "utf8")];
const { noida, ...globeLines } = globePaths;

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
          color: #12211f;
          margin: 0;
        }
        h1,
        h2,
        .figures b {
          font-family: ui-serif, Georgia, "Noto Serif", "Liberation Serif", serif;
          letter-spacing: -0.02em;
        }
        .sign {
          display: flex;
          gap: 3mm;
          align-items: center;
          margin-bottom: 12mm;
          font-weight: 600;
        }
        .sign svg {
          width: 9mm;
        }
        h1 {
          font-size: 30pt;
          line-height: 1.1;
          margin: 0 0 6mm;
        }
        h2 {
          font-size: 17pt;
          color: #095650;
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
          border-top: 1pt solid #095650;
        }
      </style>
    </head>
    <body>
      <div class="sign">${mark}${company.name}</div>
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
        position: relative;
        margin: 0;
        width: 1200px;
        height: 630px;
        overflow: hidden;
        background: #073f3a;
        color: #fbf8f1;
        font:
          30px/1.4 system-ui,
          sans-serif;
      }
      .sign {
        position: absolute;
        top: 64px;
        left: 80px;
        display: flex;
        gap: 18px;
        align-items: center;
        font-weight: 600;
      }
      .sign svg {
        width: 60px;
      }
      h1 {
        position: absolute;
        top: 170px;
        left: 80px;
        width: 620px;
        margin: 0;
        font:
          600 92px/1.06 ui-serif,
          Georgia,
          "Noto Serif",
          "Liberation Serif",
          serif;
        letter-spacing: -0.02em;
      }
      .globe {
        position: absolute;
        top: 60px;
        left: 668px;
        width: 520px;
        fill: none;
        stroke-linecap: round;
      }
      .figures {
        position: absolute;
        inset: 490px 0 0;
        display: flex;
        gap: 64px;
        align-items: center;
        padding: 0 80px;
        background: #06332f;
        font-size: 26px;
      }
      .figures b {
        display: block;
        font:
          600 44px/1.2 ui-serif,
          Georgia,
          "Noto Serif",
          "Liberation Serif",
          serif;
      }
    </style>
    <body>
      <svg class="globe" viewBox="-104 -122 208 226">
        <circle r="100" fill="#0f4a45" stroke="#3a726b" />
        <path d="${globeLines.grid}" stroke="#21564f" />
        <path d="${globeLines.land}" stroke="#70a39b" stroke-width="2.4" stroke-dasharray="0 5" />
        <path d="${globeLines.lines}" stroke="#f4a72c" stroke-width="1.6" />
        <path d="${globeLines.cities}" stroke="#fbf8f1" stroke-width="5" />
        <circle cx="${String(noida[0])}" cy="${String(noida[1])}" r="4.5" fill="#f4a72c" />
      </svg>
      <div class="sign">${mark}${company.name}</div>
      <h1>${home.hero.title}</h1>
      <div class="figures">${figures}</div>
    </body>
  </html>`;

const icon = html`<!doctype html>
  <html lang="en">
    <style>
      body {
        margin: 14px;
        background: #095650;
      }
      svg {
        display: block;
      }
    </style>
    <body>
      ${mark}
    </body>
  </html>`;

const browser = await launchBrowser();
const page = await browser.newPage({ viewport: { width: 1200, height: 630 } });
await page.setContent(preview);
await page.screenshot({ path: "public/social.png" });
await page.setViewportSize({ width: 180, height: 180 });
await page.setContent(icon);
await page.screenshot({ path: "public/apple-touch-icon.png" });
await page.setContent(brochure);
await page.pdf({
  path: "public/brochure.pdf",
  preferCSSPageSize: true,
  printBackground: true,
  tagged: true,
  outline: true,
});
await browser.close();
