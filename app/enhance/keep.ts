/** The form's fields, and what it carries of the page it is on. */
const CONTROLS =
  ".control[name], [type=checkbox][name], [type=radio][name], :scope > [type=hidden], :scope > [hidden][name]";

type Control = HTMLInputElement | HTMLSelectElement | HTMLTextAreaElement;
type KeptEntries = {
  owner: string;
  /** The version that the page was served with. */
  version: string | undefined;
  entries: Record<string, string | boolean>;
  lists: Record<string, string[]>;
};

function isTick(control: Control): control is HTMLInputElement {
  return control.type === "checkbox" || control.type === "radio";
}

/** Of choices, which are called the same, each has its own entry. */
function keyOf({ type, name, value }: Control): string {
  return type === "radio" ? `${name} ${value}` : name;
}

/** Is what was typed for this page? Who goes back after it was saved finds what is there now. */
function isWanted({ version, entries }: KeptEntries, served: string | undefined): boolean {
  const [visit] = performance.getEntriesByType("navigation") as PerformanceNavigationTiming[];
  return (
    visit?.type === "reload" ||
    (visit?.type === "back_forward" && (version === served || entries["version"] === served))
  );
}

/** What stands in a form now; of a list, which is no control, each item's entry. */
function read(form: HTMLFormElement, controls: readonly Control[]): Pick<KeptEntries, "entries" | "lists"> {
  const entries: KeptEntries["entries"] = {};
  const lists: KeptEntries["lists"] = {};
  for (const each of controls) {
    // A form that shows what somebody else has changed meanwhile is kept as one that has not seen it: another page does
    // not show it, and saving there must not pass it over.
    entries[keyOf(each)] = isTick(each) ? each.checked : (each.dataset["before"] ?? each.value);
  }
  for (const { dataset } of form.querySelectorAll<HTMLElement>("[data-list]")) {
    const name = dataset["list"]!;
    lists[name] = [...form.querySelectorAll<HTMLInputElement>(`[name="${name}"]`)].map(({ value }) => value);
  }
  return { entries, lists };
}

/** Shows a list again, by the template that stands behind it. */
function showList(template: HTMLTemplateElement, entries: readonly string[]): void {
  const list = template.content.firstElementChild!.cloneNode(true) as HTMLElement;
  const pattern = list.firstElementChild!;
  const items = entries.map((entry, index) => {
    const item = pattern.cloneNode(true) as HTMLElement;
    const button = item.querySelector("button")!;
    item.querySelector("input")!.value = entry;
    item.querySelector("span")!.textContent = entry;
    button.value = button.value.replace(/\d+$/, String(index));
    button.lastElementChild!.textContent = ` ${entry}`;
    return item;
  });
  list.replaceChildren(...items);
  const shown = template.previousElementSibling;
  if (shown?.matches("ul")) shown.remove();
  if (items.length > 0) template.before(list);
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
  const version = form.querySelector<HTMLInputElement>("[name=version]")?.value;
  const key = `form ${location.pathname}`;
  addEventListener("pagehide", () => {
    try {
      sessionStorage.setItem(key, JSON.stringify({ owner, version, ...read(form, controls) } satisfies KeptEntries));
    } catch {
      // No memory, or none left: the page is then left as any other.
    }
  });
  try {
    const kept = JSON.parse(sessionStorage.getItem(key) ?? "null") as KeptEntries | null;
    if (kept?.owner !== owner || !isWanted(kept, version)) return;
    for (const control of controls) {
      const entry = kept.entries[keyOf(control)];
      // The very page that shows what the other has changed shows it still.
      if (control.dataset["before"] !== undefined && kept.version === version) continue;
      const part = control.closest("details");
      // What is put back can be seen.
      if (part && entry !== (isTick(control) ? control.checked : control.value)) part.open = true;
      if (typeof entry === "string") control.value = entry;
      else if (entry !== undefined && isTick(control)) control.checked = entry;
    }
    for (const template of form.querySelectorAll<HTMLTemplateElement>("[data-list]")) {
      const list = kept.lists[template.dataset["list"]!];
      if (list) showList(template, list);
    }
  } catch {
    // The same.
  }
}
