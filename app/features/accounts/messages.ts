import type { Notice } from "~/lib/toast.server";

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
        {
          type: "error",
          title: "Email Confirmation Required",
          text: "Please check your email and confirm your account before signing in.",
        },
      ],
      [
        "Invalid login credentials",
        {
          type: "error",
          title: "Invalid Credentials",
          text: "Invalid email or password. Please check your credentials.",
        },
      ],
    ],
    { type: "error", title: "Sign In Failed", text: message || "Error signing in" },
  );
}

/** §8, "Login". */
export function loginFailure(message: string): Notice {
  const failed = (text: string): Notice => ({ type: "error", title: "Login Failed", text });
  return translate(
    message,
    [
      ["Invalid login credentials", failed("Invalid email or password. Don't have an account? Please sign up first.")],
      ["Email not confirmed", failed("Please check your email and click the confirmation link before signing in.")],
    ],
    failed(message),
  );
}

/** §4, §5 and §8: everything else about accounts. */
export const accountMessages = {
  signedIn: { type: "success", title: "Success", text: "Successfully signed in!" },
  accountCreated: {
    type: "success",
    title: "Account Created",
    text: "Account created! Please check your email to verify your account.",
  },
  signUpFailed: (message: string) => ({ type: "error", title: "Sign Up Failed", text: message }),
  emailRequired: { type: "error", title: "Email Required", text: "Please enter your email address." },
  resetSent: {
    type: "success",
    title: "Reset Email Sent",
    text: "Password reset email sent! Please check your inbox.",
  },
  resetFailed: (message: string) => ({ type: "error", title: "Reset Failed", text: message }),
  confirmationSent: {
    type: "success",
    title: "Confirmation Email Sent",
    text: "Please check your inbox, and follow the link in it.",
  },
  welcome: { type: "success", title: "Welcome!", text: "Your account is confirmed and you are signed in." },
  welcomeTeam: { type: "success", title: "Welcome back team member" },
  welcomeBack: { type: "success", title: "Welcome back!" },
  welcomeNew: { type: "success", title: "Welcome!", text: "Account created successfully" },
  oauthError: (message: string) => ({ type: "error", title: "OAuth Error", text: message }),
  oauthUnexpected: { type: "error", title: "An error occurred", text: "Please try again later." },
  linkUsed: {
    type: "error",
    title: "This link no longer works",
    text: "It was used already or has expired. Sign in, or ask for a new link.",
  },
  passwordChanged: { type: "success", title: "Password changed", text: "Your new password is set." },
  passwordNotChanged: (message: string) => ({ type: "error", title: "Password not changed", text: message }),
  sessionEnded: {
    type: "error",
    title: "Please sign in again",
    text: "Your session has ended. Sign in in another tab, then submit once more: your entries are still here.",
  },
  signedOut: { type: "success", title: "Signed out", text: "You are signed out of the client portal." },
  signedOutByTime: { type: "error", title: "Please sign in again", text: "Your session has ended." },
  profileSaved: { type: "success", title: "Company profile saved", text: "You can submit requirements now." },
  profileFailed: (message: string) => ({ type: "error", title: "Company profile not saved", text: message }),
  signOutFailed: (message: string) => ({ type: "error", title: `Error signing out: ${message}` }),
} as const satisfies Record<string, Notice | ((message: string) => Notice)>;
