const notice = { label: "privacy notice", path: "/privacy-policy#notice-account" };

/**
 * Beside the button of a form that collects somebody's details: leads to the part of the notice about that form. Each
 * says in its own words what one agrees to by sending this form, and that it can be taken back.
 */
function consentTo(part: string, before: string, after: string) {
  return { ...notice, path: `/privacy-policy#notice-${part}`, before, after: `. ${after}` };
}

export const formConsent = {
  contact: consentTo(
    "contact",
    "By sending this message you agree that we use your details as described in our",
    "You can take that back at any time.",
  ),
  consultation: consentTo(
    "consultation",
    "By asking for a session you agree that we use your details for it, as described in our",
    "You can withdraw that whenever you like.",
  ),
  hiring: consentTo(
    "hiring",
    "By posting this job you agree to the use of your details that is described in our",
    "This consent can be taken back at any time.",
  ),
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
