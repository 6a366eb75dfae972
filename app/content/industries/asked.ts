import { LIMITS } from "~/lib/schema/fields";
import { isWithin } from "~/lib/format/text";
import { industries } from "./all";

/** An industry's name, by what a form's address says of whom somebody comes to hire; undefined for none of ours. */
export function industryIn(search: string): string | undefined {
  const asked = new URLSearchParams(search).get("industry");
  return industries.find(({ path }) => path === `/industries/${asked}`)?.name;
}

/** Where a form opens for an industry: its page's buttons lead there. @param form the form's path */
export function formFor(form: string, { path }: { path: string }): string {
  return `${form}?industry=${path.slice("/industries/".length)}`;
}

/** What somebody wrote, under the industry they came from; as they wrote it, where both are too long together. */
export function withIndustry(text: string | null, search: string): string | null {
  const name = industryIn(search);
  if (name === undefined) return text;
  const whole = `Industry: ${name}${text === null ? "" : `\n\n${text}`}`;
  return isWithin(whole, LIMITS.long) ? whole : text;
}
