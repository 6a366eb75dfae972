import { showList } from "~/enhance/restore-form";

/** What stands in a list now, in its order. */
function skillsOf(field: Element, name: string): string[] {
  return [...field.querySelectorAll<HTMLInputElement>(`li [name="${name}"]`)].map(({ value }) => value);
}

/** Skills as people type them, each once whatever its capitals: "a, b; c" is three. The server cleans them for good. */
function clean(skills: readonly string[]): string[] {
  const known = new Map<string, string>();
  for (const part of skills.flatMap((typed) => typed.split(/[,;]/))) {
    const skill = part.trim().replace(/\s+/g, " ");
    const key = skill.normalize().toLowerCase();
    if (skill && !known.has(key)) known.set(key, skill);
  }
  return [...known.values()];
}

/** Changes a list of skills in place, says so, and leaves the focus at the next thing to do. */
function enhance(template: HTMLTemplateElement): void {
  const field = template.parentElement!;
  const name = template.dataset["list"]!;
  const box = field.querySelector<HTMLInputElement>(`[name="${name}_entry"]`)!;
  const status = field.querySelector("[role=status]")!;

  function show(skills: readonly string[]): void {
    showList(template, skills);
    field.dispatchEvent(new Event("change", { bubbles: true }));
  }

  function add(): void {
    const skills = skillsOf(field, name);
    const next = clean([...skills, box.value]);
    const added = next.slice(skills.length).join(", ");
    const known = clean([box.value]).join(", ");
    if (added) status.textContent = `${added} added`;
    else if (known) status.textContent = `${known} ${known.includes(",") ? "are" : "is"} in the list already`;
    // Too many, or too long: the server says so, with all of them.
    box.value = "";
    show(next);
    box.focus();
  }

  function remove(button: Element): void {
    const skills = skillsOf(field, name);
    const index = [...field.querySelectorAll("li button")].indexOf(button);
    status.textContent = `${skills[index]} removed`;
    show(skills.filter((_, other) => other !== index));
    const buttons = field.querySelectorAll<HTMLElement>("li button");
    (buttons[Math.min(index, buttons.length - 1)] ?? box).focus();
  }

  field.addEventListener("click", (event) => {
    const button = (event.target as Element).closest("button");
    if (!button) return;
    event.preventDefault();
    if (!button.closest("li")) add();
    // Of a double click, the second meets the next skill, which has moved up.
    else if (event.detail <= 1) remove(button);
  });
  box.addEventListener("keydown", (event) => {
    if (event.key !== "Enter" || event.isComposing) return;
    event.preventDefault();
    add();
  });
}

/** Adds and removes skills without a new page. */
export function enhanceSkills(form: HTMLFormElement): void {
  form.querySelectorAll<HTMLTemplateElement>("[data-list]").forEach(enhance);
}
