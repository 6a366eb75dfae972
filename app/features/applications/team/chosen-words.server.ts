import { textOf } from "~/lib/forms/form";
import type { Result } from "~/lib/result";
import { READ_WORDS } from "./standard-words";

/** The text of a template; null for one that is gone. */
export type LoadTemplate = (id: string) => Promise<Result<{ body: string } | null>>;

/** The words in which somebody is turned down: typed ones, those of a template, or null for the standard ones. */
export async function chosenWords(
  { template, words }: { template: string; words: string | null },
  loadTemplate: LoadTemplate,
): Promise<Result<string | null>> {
  if (words !== null || template === "") return { ok: true, value: words };
  const found = await loadTemplate(template);
  if (!found.ok) return found;
  return found.value === null
    ? { ok: false, message: "template_not_found", status: 409 }
    : { ok: true, value: found.value.body };
}

/** The words of a form that asks to read them before they are sent; null for another form. @param standard the standard ones */
export async function wordsToRead(
  body: FormData,
  loadTemplate: LoadTemplate,
  standard: string,
): Promise<string | null> {
  if (body.get("intent") !== READ_WORDS) return null;
  const typed = textOf(body.get("words")).trim();
  const words = await chosenWords({ template: textOf(body.get("template")), words: typed || null }, loadTemplate);
  return words.ok ? (words.value ?? standard) : null;
}
