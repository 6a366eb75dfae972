import type { Notice } from "~/lib/toast.server";

/** §8, "Client portal sign-in". */
export function signInFailure(message: string): Notice {
  if (message.includes("Email not confirmed")) {
    return {
      type: "error",
      title: "Email Confirmation Required",
      text: "Please check your email and confirm your account before signing in.",
    };
  }
  if (message.includes("Invalid login credentials")) {
    return {
      type: "error",
      title: "Invalid Credentials",
      text: "Invalid email or password. Please check your credentials.",
    };
  }
  return { type: "error", title: "Sign In Failed", text: message || "Error signing in" };
}

/** §5 and §8: sign-in, sign-up, reset and sign-out. */
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
  welcome: { type: "success", title: "Welcome!", text: "Your account is confirmed and you are signed in." },
  linkUsed: {
    type: "error",
    title: "This link no longer works",
    text: "It was used already or has expired. Sign in, or ask for a new link.",
  },
  passwordChanged: { type: "success", title: "Password changed", text: "Your new password is set." },
  passwordNotChanged: (message: string) => ({ type: "error", title: "Password not changed", text: message }),
  signOutFailed: (message: string) => ({ type: "error", title: `Error signing out: ${message}` }),
} as const satisfies Record<string, Notice | ((message: string) => Notice)>;
