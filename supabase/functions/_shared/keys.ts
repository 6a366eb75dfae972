import { z } from "zod";

const dictionary = z.record(z.string(), z.string());

/**
 * The key a function is given by the platform: of the named ones the default, or else the first; before those there was
 * one alone.
 *
 * @param named a JSON object of keys by name
 * @param legacy the one key of older projects
 * @returns "" when there is none
 */
export function chooseKey(named: string | undefined, legacy: string | undefined): string {
  const keys = named ? dictionary.parse(JSON.parse(named)) : {};
  return keys["default"] ?? Object.values(keys)[0] ?? legacy ?? "";
}
