import { formatCode } from "../format-code.ts";
import { globe } from "./globe.ts";
import { regions } from "./regions.ts";

const computed = [
  { name: "globe", data: globe() },
  { name: "regions", data: regions() },
];

/** The modules that the site draws its maps from: their paths and sources, formatted as the linter wants them. */
export function mapModules(): Promise<{ path: string; source: string }[]> {
  return Promise.all(
    computed.map(async ({ name, data }) => {
      const path = `app/ui/drawings/${name}-paths.ts`;
      const source = `// Computed by \`npm run maps\`: change scripts/maps instead.\nexport const ${name}Paths = ${JSON.stringify(data)};`;
      return { path, source: await formatCode(path, source) };
    }),
  );
}
