import { execFileSync } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { describe, expect, it } from "vitest";

// What the documents lead to is there: files, sections, and the notes that the code names.

const files = execFileSync("git", ["ls-files", "-z", "--cached", "--others", "--exclude-standard"], {
  encoding: "utf8",
  maxBuffer: 64 * 1024 * 1024,
})
  .split("\0")
  .filter((path) => path && existsSync(path));
const documents = files.filter((path) => path.endsWith(".md"));
const read = (path: string) => readFileSync(path, "utf8");
const withoutCode = (text: string) => text.replaceAll(/^ *```[^]*?^ *```$/gm, "");
const headingsOf = (path: string) =>
  [...withoutCode(read(path)).matchAll(/^#+ (.+)$/gm)].map(([, heading = ""]) => heading);
/** As GitHub makes a heading's anchor. */
const anchorOf = (heading: string) =>
  heading
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N} _-]/gu, "")
    .replaceAll(" ", "-");

describe.each(documents)("%s", (path) => {
  const text = withoutCode(read(path));

  it("links to files and sections that are there", () => {
    for (const [, target = ""] of text.matchAll(/\]\(([^)\s]+)\)/g)) {
      if (/^[a-z]+:/.test(target)) continue;
      const [file = "", anchor] = target.split("#");
      const linked = file ? join(dirname(path), file) : path;
      expect(existsSync(linked), target).toBe(true);
      if (anchor) expect(headingsOf(linked).map(anchorOf), target).toContain(anchor);
    }
  });

  it("names sections that are there", () => {
    for (const [, target = "", section = ""] of text.matchAll(/\]\(([\w./-]+\.md)\),\s+"([^"]+)"/g)) {
      const headings = headingsOf(join(dirname(path), target));
      expect(
        headings.some((heading) => heading.startsWith(section)),
        `${target}, "${section}"`,
      ).toBe(true);
    }
  });
});

/** Does a file, or a folder, end as a path that is named? Its extension may be left out; `<name>` and `*` are any name. */
function isNamed(path: string): (file: string) => boolean {
  const escaped = path.replace(/\/$/, "").replaceAll(/[.+()]/g, String.raw`\$&`);
  const pattern = new RegExp(`(?:^|/)${escaped.replaceAll(/<\w+>|\*+/g, "[^/]*")}(?:\\.\\w+)*(?:/|$)`);
  return (file) => pattern.test(file);
}

it("paths of code that the documents name are there", () => {
  let found = 0;
  for (const path of documents.filter((path) => /^(?:ARCHITECTURE\.md|CONTRIBUTING\.md|docs\/.*)$/.test(path))) {
    for (const [, name = ""] of withoutCode(read(path)).matchAll(/`([a-z\d][\w.<>*-]*(?:\/[\w.<>*-]*)*)`/g)) {
      const isPath = name.includes("/") ? !name.endsWith("/.env") : /\.(?:tsx?|sql|css)$/.test(name);
      if (!isPath) continue;
      found++;
      expect(files.some(isNamed(name)), `${path}: ${name}`).toBe(true);
    }
  }
  expect(found).toBeGreaterThan(100);
});

it("documents that the code names are there, and so are their sections", () => {
  let found = 0;
  const naming = files.filter((path) => /\.(?:tsx?|css|sql|md|ya?ml|toml|sh|example|production)$/.test(path));
  for (const path of naming.filter((path) => !path.startsWith("supabase/migrations/"))) {
    for (const [, name = "", section] of read(path).matchAll(
      /\b(docs\/(?:decisions\/[\w.-]*\w|[\w/-]+\.md))(?:, "([^"]+)")?/g,
    )) {
      found++;
      expect(existsSync(name), `${path}: ${name}`).toBe(true);
      if (section) {
        const isThere = headingsOf(name).some((heading) => heading.startsWith(section));
        expect(isThere, `${path}: ${name}, "${section}"`).toBe(true);
      }
    }
  }
  expect(found).toBeGreaterThan(20);
});
