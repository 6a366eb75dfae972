import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { afterAll, beforeAll, expect, it } from "vitest";
import { isLoaded } from "./browser-files.ts";

let directory = "";
beforeAll(() => {
  directory = mkdtempSync(join(tmpdir(), "routes-"));
});
afterAll(() => rmSync(directory, { recursive: true }));

function route(source: string): string {
  const path = join(directory, "route.tsx");
  writeFileSync(path, source);
  return path;
}

it.each([
  "export const handle = { hydrate: true, isPrivate: true };",
  "export const handle = {\n  isPrivate: true,\n  hydrate: true,\n};",
  "export const handle: Handle = { ...shared, hydrate: true };",
])("a browser loads a route that hydrates, however that is written: %j", (source) => {
  expect(isLoaded(route(source))).toBe(true);
});

it.each([
  "export const handle = { isPrivate: true };\n// hydrate: true\n",
  "export const handle = { hydrate: false };",
  "export default function Page() {}",
])("a browser loads no other: %j", (source) => {
  expect(isLoaded(route(source))).toBe(false);
});

it("a browser loads the root of such a page, by whichever path it is named", () => {
  for (const path of ["app/root.tsx", "./app/root.tsx", resolve("app/root.tsx")]) expect(isLoaded(path)).toBe(true);
});
