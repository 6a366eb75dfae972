/** A form of a page as a browser would send it, every box filled in. */
export type PageForm = {
  /** Where it is sent. */
  action: string;
  entries: [name: string, value: string][];
  /** Its buttons that have a name; each sends the form with its value. */
  buttons: [name: string, value: string][];
};

const CONTROL =
  /<(textarea)\b([^>]*)>([^<]*)<\/textarea>|<(select)\b([^>]*)>(.*?)<\/select>|<(input|button)\b([^>]*)>/gs;
const UNNAMED = ["reset", "image", "file"];
/** What is typed into a box that is blank, by its type. */
const TYPED: Record<string, string> = {
  email: "filled.in@test.example",
  date: "2031-01-02",
  "datetime-local": "2031-01-02T10:30",
};

function decode(text: string): string {
  const signs: Record<string, string> = { "&lt;": "<", "&gt;": ">", "&quot;": '"', "&#x27;": "'", "&amp;": "&" };
  return text.replaceAll(/&(?:lt|gt|quot|#x27|amp);/g, (sign) => signs[sign]!);
}

function attribute(attributes: string, name: string): string | undefined {
  const found = new RegExp(`(?:^|\\s)${name}="([^"]*)"`).exec(attributes)?.[1];
  return found === undefined ? undefined : decode(found);
}

/** What a choice would send: what is chosen, else the first that is not blank. */
function chosen(options: string): string {
  const all = [...options.matchAll(/<option value="([^"]*)"([^>]*)>/g)];
  const one =
    all.find(([, value, rest]) => value !== "" && rest?.includes("selected")) ?? all.find(([, value]) => value !== "");
  return decode(one?.[1] ?? "");
}

type Control = { tag: string; attributes: string; content: string };

function controlsIn(html: string): Control[] {
  return [...html.matchAll(CONTROL)].map((found) => {
    const [tag = "", attributes = "", content = ""] = found.slice(1).filter((part) => part !== undefined);
    return { tag, attributes, content };
  });
}

function addControl(form: PageForm, { tag, attributes, content }: Control): void {
  const name = attribute(attributes, "name");
  const type = attribute(attributes, "type") ?? "text";
  if (name === undefined || UNNAMED.includes(type) || / disabled=/.test(attributes)) return;
  const value = attribute(attributes, "value") ?? "";
  if (tag === "button") form.buttons.push([name, value]);
  else if (tag === "select") form.entries.push([name, chosen(content)]);
  else if (tag === "textarea") form.entries.push([name, decode(content).trim() || "Filled in"]);
  else if (type === "radio" && form.entries.some(([other]) => other === name)) return;
  else if (type === "hidden" || / hidden=/.test(attributes) || name === "website") form.entries.push([name, value]);
  else if (type === "checkbox") form.entries.push([name, value || "on"]);
  else form.entries.push([name, value || (TYPED[type] ?? "Filled in")]);
}

/** The forms of a page that are posted. @param path the page's address */
export function postedForms(html: string, path: string): PageForm[] {
  const found: PageForm[] = [];
  for (const [, attributes = "", body = ""] of html.matchAll(/<form\b([^>]*)>(.*?)<\/form>/gs)) {
    if (attribute(attributes, "method") !== "post") continue;
    const form: PageForm = { action: attribute(attributes, "action") ?? path, entries: [], buttons: [] };
    const id = attribute(attributes, "id");
    const inside = controlsIn(body).filter((each) => attribute(each.attributes, "form") === undefined);
    const outside = controlsIn(html).filter((each) => id !== undefined && attribute(each.attributes, "form") === id);
    for (const control of [...inside, ...outside]) addControl(form, control);
    found.push(form);
  }
  return found;
}
