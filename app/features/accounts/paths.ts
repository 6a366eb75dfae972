/** The views of the client portal's page, each with an address of its own. */
export const VIEWS = {
  "sign-in": "Sign In",
  "sign-up": "Sign Up",
  forgot: "Reset your password",
  resend: "Get the confirmation link again",
  "confirm-sent": "Check your mail",
  "reset-sent": "Check your mail",
  "new-password": "Set a new password",
} as const;

export type View = keyof typeof VIEWS;

/** The address of a view. Where somebody was going comes along. */
export function viewPath(view: View, redirectTo: string | null): string {
  const search = new URLSearchParams();
  if (view !== "sign-in") search.set("view", view);
  if (redirectTo !== null) search.set("redirectTo", redirectTo);
  return search.size > 0 ? `/client-auth?${search.toString()}` : "/client-auth";
}
