import { publicForms, type FormKind } from "./public-forms";

const notice = { label: "privacy notice", path: "/privacy-policy#notice-account" };

/**
 * Beside the button of a form that collects somebody's details: leads to the part of the notice about that form. Each
 * says in its own words what one agrees to by sending this form, and that it can be taken back.
 */
function consentTo(part: string, before: string, after: string) {
  return { ...notice, path: `/privacy-policy#notice-${part}`, before, after: `. ${after}` };
}

/** Beside the button of a public form. */
export function consentToForm(kind: FormKind) {
  const [before, after] = publicForms[kind].consent;
  return consentTo(kind, before, after);
}

export const formConsent = {
  account: consentTo(
    "account",
    "By giving these details you agree to their use for your account, as described in our",
    "You can take your consent back at any time.",
  ),
  requirement: consentTo(
    "requirement",
    "By submitting this requirement you agree that we use it and your details as described in our",
    "You may withdraw your consent at any time.",
  ),
};

/** Beside the forms that only ask who somebody is. */
export const signInConsent = {
  login: { ...notice, before: "To sign you in we use your details as described in our", after: "." },
  portal: { ...notice, before: "We use your details as described in our", after: "." },
};

/** Beside what a candidate is asked. */
export const candidateNotice = {
  ...notice,
  path: "/privacy-policy#notice-candidate",
  before: "What we keep, what for and how long is said in our",
  after: ".",
};
