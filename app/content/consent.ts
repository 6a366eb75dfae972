const notice = { label: "privacy notice", path: "/privacy-policy#notice-account" };

/** Beside the button of a form that collects somebody's details: leads to the part of the notice about that form. */
function consentTo(part: string) {
  return {
    ...notice,
    before: "By sending this form you agree that we use your details as described in our",
    path: `/privacy-policy#notice-${part}`,
    after: ". You can take that back at any time.",
  };
}

export const formConsent = {
  contact: consentTo("contact"),
  consultation: consentTo("consultation"),
  hiring: consentTo("hiring"),
  account: consentTo("account"),
  requirement: consentTo("requirement"),
};

/** Beside the forms that only ask who somebody is. */
export const signInConsent = { ...notice, before: "We use your details as described in our", after: "." };
