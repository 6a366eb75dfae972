/** The form's fields, and what it carries of the page it is on; not its lists, which the server has after each change. */
const CONTROLS = ".control[name], [type=checkbox][name], :scope > [type=hidden]";

type Control = HTMLInputElement | HTMLSelectElement | HTMLTextAreaElement;
type Kept = { owner: string; entries: Record<string, string | boolean> };

function isTick(control: Control): control is HTMLInputElement {
  return control.type === "checkbox";
}

/** Is what was typed for this page? Who goes back after it was saved finds what is there now. */
function isWanted(entries: Kept["entries"], form: HTMLFormElement): boolean {
  const [visit] = performance.getEntriesByType("navigation") as PerformanceNavigationTiming[];
  const served = form.querySelector<HTMLInputElement>("[name=version]")?.value;
  return visit?.type === "reload" || (visit?.type === "back_forward" && entries["version"] === served);
}

/**
 * Keeps what stands in a form while its page is left, in this tab's memory, and shows it again on reload and Back, to the
 * same person only. Signing out empties that memory (`session`).
 */
export function keepForm(): void {
  const form = document.querySelector<HTMLFormElement>("form[data-keep]");
  const owner = form?.dataset["keep"];
  if (!form || !owner) return;
  const controls = [...form.querySelectorAll<Control>(CONTROLS)];
  const key = `form ${location.pathname}`;
  addEventListener("pagehide", () => {
    const entries = Object.fromEntries(controls.map((each) => [each.name, isTick(each) ? each.checked : each.value]));
    try {
      sessionStorage.setItem(key, JSON.stringify({ owner, entries } satisfies Kept));
    } catch {
      // No memory, or none left: the page is then left as any other.
    }
  });
  try {
    const kept = JSON.parse(sessionStorage.getItem(key) ?? "null") as Kept | null;
    if (kept?.owner !== owner || !isWanted(kept.entries, form)) return;
    for (const control of controls) {
      const entry = kept.entries[control.name];
      if (typeof entry === "string") control.value = entry;
      else if (entry !== undefined && isTick(control)) control.checked = entry;
    }
  } catch {
    // The same.
  }
}
