import { readFileSync } from "node:fs";
import { brotliCompressSync } from "node:zlib";
import { renderToStaticMarkup } from "react-dom/server";
import { describe, expect, it } from "vitest";
import type { DrawingName, StepSign } from "~/lib/drawing-names";
import type { Change } from "~/lib/drawing-names";
import { BeforeAfter } from "./before-after";
import { Drawing } from "./drawing";
import { Globe } from "./globe";
import { industryDrawings } from "./industries";
import { ModelsTable } from "./models-table";
import { ProcessLine } from "./process-line";
import { RegionsMap } from "./regions-map";
import { serviceDrawings } from "./services";
import { stepSigns } from "./step-signs";
import { Street } from "./street";
import { Turnaround } from "./turnaround";

/** What a picture may weigh on the way to a visitor, compressed: 1.5 KB. */
const MOST_BYTES = 1_536;

const css = readFileSync(new URL("./drawings.css", import.meta.url), "utf8");
const names = Object.keys({ ...industryDrawings, ...serviceDrawings }) as DrawingName[];
const steps = (Object.keys(stepSigns) as StepSign[]).map((sign) => ({ sign, title: sign, text: "What one does" }));
const models = renderToStaticMarkup(
  <ModelsTable
    caption="Who runs what"
    stages={["Source", "Screen", "Offer"]}
    models={[{ name: "Selective", ours: [1], note: "one step" }]}
    words={{ ours: "Ours", yours: "Yours" }}
  />,
);
const turnaround = renderToStaticMarkup(
  <Turnaround
    spans={[
      { label: "identity", days: "1-2" },
      { label: "criminal record", days: "7-10" },
    ]}
    unit="days"
  />,
);
const change = (value: Change) => renderToStaticMarkup(<BeforeAfter change={value} />);
const pictures = [
  ...names.map((name) => ({ picture: name, markup: renderToStaticMarkup(<Drawing name={name} />) })),
  { picture: "globe", markup: renderToStaticMarkup(<Globe />) },
  { picture: "regions", markup: renderToStaticMarkup(<RegionsMap label="Cities in four regions" />) },
  { picture: "street", markup: renderToStaticMarkup(<Street houses={["mass-hiring", "travel", "campus"]} />) },
  { picture: "process", markup: renderToStaticMarkup(<ProcessLine steps={steps} />) },
  { picture: "models", markup: models },
  { picture: "turnaround", markup: turnaround },
  { picture: "shorter", markup: change({ kind: "shorter", before: "60 days", after: "20 days", share: 1 / 3 }) },
  { picture: "less", markup: change({ kind: "less", before: "100%", after: "50%", share: 0.5 }) },
  { picture: "growth", markup: change({ kind: "growth", before: "0", after: "1,200+", spans: 6 }) },
];

describe.each(pictures)("the picture $picture", ({ markup }) => {
  it("weighs little", () => {
    expect(brotliCompressSync(markup).length).toBeLessThanOrEqual(MOST_BYTES);
  });

  it("carries no style of its own, which the Content-Security-Policy would refuse", () => {
    expect(markup).not.toMatch(/ style=|<style/);
  });

  it("uses only classes that drawings.css knows, or Tailwind", () => {
    const classes = [...markup.matchAll(/class="([^"]+)"/g)].flatMap(([, list = ""]) => list.split(" "));
    for (const name of classes.filter((name) => name !== "sr-only")) expect(css).toMatch(new RegExp(`\\.${name}\\b`));
  });
});

describe("a drawing", () => {
  it.each(names)("%s has one marigold shape", (name) => {
    expect(renderToStaticMarkup(<Drawing name={name} />).match(/class="mark"/g)).toHaveLength(1);
  });
});

describe("a diagram", () => {
  it("says in words who runs a stage", () => {
    expect(models.match(/<span class="sr-only">(Ours|Yours)/g)?.map((cell) => cell.split(">")[1])).toEqual([
      "Yours",
      "Ours",
      "Yours",
    ]);
  });

  it("draws days as long as they are, and writes them as they are given", () => {
    expect(turnaround).toContain("7-10 days");
    expect(turnaround).toContain('class="turnaround-span" x1="70%" x2="100%"');
    expect(turnaround).toContain('class="turnaround-span" x1="10%" x2="20%"');
  });

  it("draws a third as a third and a half as a half", () => {
    expect(change({ kind: "shorter", before: "60", after: "20", share: 1 / 3 })).toContain('width="32"');
    expect(change({ kind: "less", before: "2", after: "1", share: 0.5 })).toContain('y="16" width="45" height="16"');
  });
});
