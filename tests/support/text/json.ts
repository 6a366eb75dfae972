import { readFileSync } from "node:fs";

/** A JSON file of the project; what it holds is the caller's claim. */
export function readJson<Content>(path: string): Content {
  return JSON.parse(readFileSync(path, "utf8")) as Content;
}
