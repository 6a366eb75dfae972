// What a script adds to the form of a requirement, wherever it stands: lists that change in place, parts that say whether they
// are complete, and drafts. No framework; loaded after the page's own script; at most 3 KB brotli.
import { DraftForm } from "./requirement-form/draft";
import { followParts } from "./requirement-form/parts";
import { enhanceSkills } from "./requirement-form/skills";

const form = document.querySelector<HTMLFormElement>("form#form");
if (form) {
  enhanceSkills(form);
  followParts(form);
  // What the browser would send as blank because it can't read it, such as half a date, is wrong, not left out.
  form.addEventListener("formdata", ({ formData }) => {
    for (const control of form.querySelectorAll<HTMLInputElement>("input")) {
      if (control.validity.badInput) formData.set(control.name, "unreadable");
    }
  });
  if (form.dataset["save"]) new DraftForm(form);
}
