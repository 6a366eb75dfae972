import type { Notice } from "~/lib/http/notice.server";
import { errorNotice, successNotice } from "~/lib/http/notices";

/** What the backend says, and what §8 makes of it; the first that is contained in the backend's message counts. */
type Translations = readonly (readonly [contained: string, notice: Notice])[];

function translate(message: string, translations: Translations, otherwise: Notice): Notice {
  return translations.find(([contained]) => message.includes(contained))?.[1] ?? otherwise;
}

/** §8, "Client portal sign-in". */
export function portalSignInFailure(message: string): Notice {
  return translate(
    message,
    [
      [
        "Email not confirmed",
        errorNotice(
          "Email Confirmation Required",
          "Please check your email and confirm your account before signing in.",
        ),
      ],
      [
        "Invalid login credentials",
        errorNotice("Invalid Credentials", "Invalid email or password. Please check your credentials."),
      ],
    ],
    errorNotice("Sign In Failed", message || "Error signing in"),
  );
}

/** §8, "Login". */
export function loginFailure(message: string): Notice {
  const failed = (text: string) => errorNotice("Login Failed", text);
  return translate(
    message,
    [
      ["Invalid login credentials", failed("Invalid email or password. Don't have an account? Please sign up first.")],
      ["Email not confirmed", failed("Please check your email and click the confirmation link before signing in.")],
    ],
    failed(message),
  );
}

/** A provider's sign-in that came back without success, by its code (RFC 6749 and GoTrue's own), in our words. */
const PROVIDER_REFUSALS: Record<string, string> = {
  access_denied: "The sign-in was cancelled, or not allowed. Nothing was changed.",
  server_error: "The provider could not sign you in just now. Please try again later.",
  temporarily_unavailable: "The provider could not sign you in just now. Please try again later.",
  unexpected_failure: "The provider could not sign you in just now. Please try again later.",
  provider_email_needs_verification: "Confirm your e-mail address with the provider first, then try again.",
  user_banned: "This account is closed. Please contact us.",
  signup_disabled: "New accounts can't be opened just now. Please contact us.",
  bad_oauth_state: "The sign-in took too long. Please start it again.",
  flow_state_expired: "The sign-in took too long. Please start it again.",
  flow_state_not_found: "The sign-in took too long. Please start it again.",
};

/**
 * What to say of an error that a provider's return brings in the address (§8, "External sign-in"). Anybody can write an
 * address: none of its words is shown.
 *
 * @param codes the error's codes, the most exact first
 */
export function providerRefusal(codes: readonly (string | undefined)[]): string {
  const known = codes.find((code) => code !== undefined && Object.hasOwn(PROVIDER_REFUSALS, code));
  const otherwise = "The sign-in did not work. Try again, or sign in with your e-mail address.";
  return (known && PROVIDER_REFUSALS[known]) ?? otherwise;
}

/** A code that comes back to a browser which asked for none. */
export const NOT_BEGUN_HERE = "This sign-in was not begun in this browser. Please start it again here.";

/** §4, §5 and §8: everything else about accounts. */
export const accountNotices = {
  signedIn: successNotice("Success", "Successfully signed in!"),
  accountCreated: successNotice("Account Created", "Account created! Please check your email to verify your account."),
  signUpFailed: (message: string) => errorNotice("Sign Up Failed", message),
  emailRequired: errorNotice("Email Required", "Please enter your email address."),
  resetSent: successNotice("Reset Email Sent", "Password reset email sent! Please check your inbox."),
  resetFailed: (message: string) => errorNotice("Reset Failed", message),
  confirmationSent: successNotice("Confirmation Email Sent", "Please check your inbox, and follow the link in it."),
  welcome: successNotice("Welcome!", "Your account is confirmed and you are signed in."),
  welcomeTeam: (home: string) => ({
    ...successNotice("Welcome back team member"),
    link: { label: "Open the workspace", path: home },
  }),
  welcomeBack: successNotice("Welcome back!"),
  welcomeNew: successNotice("Welcome!", "Account created successfully"),
  oauthError: (message: string) => errorNotice("OAuth Error", message),
  oauthUnexpected: errorNotice("An error occurred", "Please try again later."),
  linkFirst: successNotice(
    "One more link",
    "This address is confirmed. Follow the link in the mail to your other address as well: then the change is done.",
  ),
  passwordUnknown: errorNotice(
    "This is not the password of the sign-up",
    "Choose a new one and tell us your company again, or go back and try once more.",
  ),
  linkUsed: errorNotice(
    "This link no longer works",
    "It was used already or has expired. Sign in, or ask for a new link.",
  ),
  passwordChanged: successNotice("Password changed", "Your new password is set."),
  passwordChangedHere: errorNotice(
    "Password changed",
    "Your new password is set, but your other sessions could not be ended. Sign out on your other devices.",
  ),
  passwordNotChanged: (message: string) => errorNotice("Password not changed", message),
  sessionEnded: errorNotice(
    "Please sign in again",
    "Your session has ended. Sign in in another tab, then submit once more: your entries are still here.",
  ),
  signedOut: successNotice("Signed out", "You are signed out of the client portal."),
  signedOutByTime: errorNotice("Please sign in again", "Your session has ended."),
  addressChanged: successNotice(
    "Address changed",
    "You sign in with the new one from now on. Choose a new password for it.",
  ),
  addressChangedBefore: successNotice(
    "Address changed",
    "You sign in with the new one from now on. Ask for a link here to choose a new password for it.",
  ),
  addressNotChanged: (message: string) => errorNotice("Address not changed", message),
  linkNotChecked: errorNotice("This link can't be opened just now", "It is still good. Try again in a moment."),
  tooMany: errorNotice("Too many attempts", "Please wait a minute, then send it again. Your entries are kept."),
  profileSaved: successNotice("Company profile saved", "You can submit requirements now."),
  profileFailed: (message: string) => errorNotice("Company profile not saved", message),
  signOutFailed: (message: string) => errorNotice(`Error signing out: ${message}`),
};
