/** The fields of a part, but for the boxes in which the next skill of a list is typed. */
function fieldsOf(part: Element): HTMLInputElement[] {
  const controls = part.querySelectorAll<HTMLInputElement>("[name]:not(button, [name$=_entry])");
  return [...controls];
}

function isFilled(control: HTMLInputElement): boolean {
  return control.type === "checkbox" ? control.checked : /\S/.test(control.value);
}

/** The lists of a part in which something must stand. */
function emptyLists(part: Element): boolean {
  const lists = [...part.querySelectorAll<HTMLElement>("[data-list=required_skills]")];
  return lists.some(({ dataset }) => !part.querySelector(`[name="${dataset["list"]}"]`));
}

/** Says of a part whether it is complete, and how much of it is to be mended (RequirementParts). */
function mark(link: HTMLAnchorElement): void {
  const part = document.querySelector(link.hash);
  const item = link.parentElement;
  const words = link.querySelector("span > span");
  if (!part || !item || !words) return;
  const fields = fieldsOf(part);
  const mistakes = part.querySelectorAll("[aria-invalid=true]").length;
  const isWhole = fields.every((field) => !field.required || isFilled(field)) && !emptyLists(part);
  const isMore = link.dataset["part"] !== "begun" || fields.some((field) => !field.required && isFilled(field));
  const isDone = mistakes === 0 && isWhole && isMore;
  item.className = mistakes > 0 ? "mistaken" : isDone ? "complete" : "";
  words.className = mistakes > 0 ? "error" : "sr-only";
  words.textContent = mistakes > 0 ? `, needs attention, ${mistakes}` : isDone ? ", complete" : "";
}

/** Keeps the list of the form's parts true while it is filled in, and once a mistake was mended (../mended). */
export function followParts(form: HTMLFormElement): void {
  const links = document.querySelectorAll<HTMLAnchorElement>("[data-part]");
  const update = () => links.forEach(mark);
  form.addEventListener("input", update);
  // On the window, after what takes a mended mistake away.
  addEventListener("change", update);
  update();
}
