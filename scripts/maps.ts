// `npm run maps`: computes what ui/drawings/globe.tsx and regions-map.tsx draw, from coordinates and a coast line. Run
// it when a city changes; the outcome is committed, and scripts/maps/maps.test.ts says when it is stale.
import { writeFileSync } from "node:fs";
import { mapModules } from "./maps/modules.ts";

for (const { path, source } of await mapModules()) writeFileSync(path, source);
