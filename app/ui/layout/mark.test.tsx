import { readFileSync } from "node:fs";
import { renderToStaticMarkup } from "react-dom/server";
import { expect, it } from "vitest";
import { Mark, MARK_LINES } from "./mark";

it("is one sign on the page and in the browser's tab", () => {
  expect(renderToStaticMarkup(<Mark />)).toContain(`d="${MARK_LINES}"`);
  expect(readFileSync("public/favicon.svg", "utf8")).toContain(`d="${MARK_LINES}"`);
});
