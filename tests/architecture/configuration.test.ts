import { readdirSync, readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { z } from "zod";
import { environmentSchema } from "../../app/lib/environment.ts";
import { embeddedSchema } from "../../supabase/embedded/env.ts";

function read(path: string): string {
  return readFileSync(path, "utf8");
}

/** The rows of the README's table that begins with this heading: name and default. */
function rowsOf(heading: string): Map<string, string> {
  const [, after = ""] = read("README.md").split(new RegExp(`\\| ${heading} +\\|`));
  const [table = ""] = after.split("\n\n");
  return new Map([...table.matchAll(/^\| `(\w+)` +\| (.*?) +\|/gm)].map(([, name = "", value = ""]) => [name, value]));
}

/** What a variable is when it is left out. */
function defaultsOf(schema: z.ZodObject): [string, string | number | undefined][] {
  return Object.entries(schema.shape).map(([name, field]) => [
    name,
    z.safeParse(field as z.ZodType<string | number>, undefined).data,
  ]);
}

describe("the README", () => {
  it.each([
    ["the site", environmentSchema, []],
    ["the embedded backend", embeddedSchema, ["BACKEND"]],
  ])("lists every variable of %s, with its default", (heading, schema, more) => {
    const rows = rowsOf(heading);
    // The site's address is listed once.
    const expected = defaultsOf(schema).filter(([name]) => !(schema === embeddedSchema && name === "APP_URL"));
    expect([...rows.keys()].sort()).toEqual([...expected.map(([name]) => name), ...more].sort());
    for (const [name, value] of expected) if (value !== undefined) expect(rows.get(name)).toBe(String(value));
  });
});

describe("compose.yaml", () => {
  const compose = read("compose.yaml");

  it("hands the site every variable that isn't the container's own", () => {
    const [, site = ""] = /\n {2}site:([\s\S]*?)\n\n/.exec(compose) ?? [];
    const own = ["NODE_ENV", "PORT", "HOST", "OTEL_EXPORTER_OTLP_TRACES_ENDPOINT", "OTEL_SDK_DISABLED"];
    for (const name of Object.keys(environmentSchema.shape)) {
      if (!own.includes(name)) expect(site).toMatch(new RegExp(`^ {6}${name}: `, "m"));
    }
  });

  it("pins every image it does not build", () => {
    const images = [...compose.matchAll(/^ {4}image: (\S+)$/gm)].map(([, image = ""]) => image);
    const foreign = images.filter((image) => !image.startsWith("agency-"));
    expect(foreign.length).toBeGreaterThan(5);
    for (const image of foreign) expect(image).toMatch(/:v?\d+\.\d+\.\d+/);
  });

  it("holds no secret", () => {
    for (const [, value] of compose.matchAll(/^\s+\w*(?:SECRET|PASSWORD|_KEY|PASS): (.*)$/gm)) {
      expect(value).toMatch(/^\$\{\w+:-\}$/);
    }
  });
});

it("copies nothing into the image that is not allowed there by name", () => {
  const lines = read(".dockerignore")
    .split("\n")
    .filter((line) => line && !line.startsWith("#"));
  expect(lines[0]).toBe("*");
  const allowed = lines.filter((line) => line.startsWith("!")).map((line) => line.slice(1));
  for (const name of allowed) expect(readdirSync(".")).toContain(name);
  expect(allowed.some((name) => /env|data|git|test|node_modules/.test(name))).toBe(false);
});
