import { isTaken } from "./receipt-link";

/** The form's fields, and what it carries of the page it is on. */
const CONTROLS = ".control[name], [type=checkbox][name], [type=radio][name], :scope > [type=hidden]";

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

/** Shows a list before its box, by the template that stands behind that. */
export function showList(template: HTMLTemplateElement, entries: readonly string[]): void {
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
  const box = template.previousElementSibling!;
  const shown = box.previousElementSibling;
  if (shown?.matches("ul")) shown.remove();
  if (items.length > 0) box.before(list);
}

/** The controls of a form that are kept: its fields, and what the page it is on says of it, its token too. */
function controlsOf(form: HTMLFormElement): Control[] {
  const token = form.elements.namedItem("served");
  return [...form.querySelectorAll<Control>(CONTROLS), ...(token instanceof HTMLInputElement ? [token] : [])];
}

/** Where this tab's memory has it; each address its own, so that no page gets another's. */
function memoryKey(): string {
  return `form ${location.pathname}${location.search}`;
}

/** Puts back what was kept. */
function restore(form: HTMLFormElement, kept: KeptEntries, version: string | undefined): void {
  for (const control of controlsOf(form)) {
    const entry = kept.entries[keyOf(control)];
    // The very page that shows what the other has changed shows it still.
    if (control.dataset["before"] !== undefined && kept.version === version) continue;
    const part = control.closest("details");
    // What is put back can be seen.
    if (part && entry !== undefined && entry !== (isTick(control) ? control.checked : control.value)) part.open = true;
    if (typeof entry === "string") control.value = entry;
    else if (entry !== undefined && isTick(control)) control.checked = entry;
  }
  for (const template of form.querySelectorAll<HTMLTemplateElement>("[data-list]")) {
    const list = kept.lists[template.dataset["list"]!];
    if (list) showList(template, list);
  }
  form.dataset["kept"] = "";
}

/** A form that was taken is not shown again: who goes back to it gets a new one. @returns whether it was */
function renewTaken(form: HTMLFormElement): boolean {
  if (form.dataset["save"] === undefined || !isTaken()) return false;
  sessionStorage.removeItem(memoryKey());
  location.replace(location.pathname + location.search);
  return true;
}

/**
 * Keeps what stands in a form while its page is left, in this tab's memory, and shows it again on reload and Back, to the
 * same person only. Signing out empties that memory (`session`).
 */
export function restoreForm(): void {
  const form = document.querySelector<HTMLFormElement>("form[data-keep]");
  const owner = form?.dataset["keep"];
  if (!form || !owner) return;
  const version = form.querySelector<HTMLInputElement>("[name=version]")?.value;
  let isRenewed = false;
  addEventListener("pagehide", () => {
    if (isRenewed) return;
    try {
      const kept: KeptEntries = { owner, version, ...read(form, controlsOf(form)) };
      sessionStorage.setItem(memoryKey(), JSON.stringify(kept));
    } catch {
      // No memory, or none left: the page is then left as any other.
    }
  });
  addEventListener("pageshow", ({ persisted }) => {
    if (persisted) isRenewed = renewTaken(form);
  });
  try {
    isRenewed = renewTaken(form);
    const kept = JSON.parse(sessionStorage.getItem(memoryKey()) ?? "null") as KeptEntries | null;
    if (kept?.owner === owner && isWanted(kept, version)) restore(form, kept, version);
  } catch {
    // The same.
  }
}
