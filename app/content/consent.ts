const policy = { label: "Privacy Policy", path: "/privacy-policy" };

/** Beside the button of a form that collects somebody's details. */
export const formConsent = {
  before: "By sending this form you agree that we use your details as described in our",
  ...policy,
  after: ".",
};

/** Beside the forms that only ask who somebody is. */
export const signInConsent = { before: "We use your details as described in our", ...policy, after: "." };
