import { readdirSync } from "node:fs";
import { renderToStaticMarkup } from "react-dom/server";
import { expect, it } from "vitest";
import { iconNames } from "~/lib/icon-names";
import { Icon } from "./icon";

it("draws every icon that has a name, and has no other", () => {
  const files = readdirSync(new URL("../icons/", import.meta.url)).filter((file) => file.endsWith(".svg"));
  expect(files.sort()).toEqual(iconNames.map((name) => `${name}.svg`));
  for (const name of iconNames) expect(renderToStaticMarkup(<Icon name={name} />)).toMatch(/><\w.+><\/svg>$/);
});
