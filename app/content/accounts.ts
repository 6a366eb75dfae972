import { company } from "./company";

/** The pages /consultation, /get-started and /login around their forms (§2). */
export const consultation = {
  title: "Book a Consultation",
  lead: "Thirty minutes with a recruiter who knows your industry. No commitment.",
  formTitle: "Tell us about it",
  claimsTitle: "What to expect",
  claims: [
    { title: "30-minute session", text: "Long enough for one problem, short enough for a busy day." },
    { title: "No commitment", text: "You leave with a plan, whether we work together or not." },
    { title: "Available within 24 hours", text: "Tell us when it suits you, and where we reach you." },
  ] satisfies readonly { title: string; text: string }[],
  topicsTitle: "What we can talk about",
  topics: [
    "A role that has been open too long",
    "A ramp-up with a fixed date",
    "What a hire costs you, and what it could cost",
    "Hiring in a country that is new to you",
  ],
} as const;

export const getStarted = {
  title: "Get Started",
  lead: "Open your client account, and file your first requirement today.",
  formTitle: "Open your account",
  rating: { value: "4.9/5", label: "from 2,500+ users" },
  includesTitle: "Your account includes",
  includes: [
    "A portal for your hiring requirements, with their status",
    "A first shortlist within 48 hours",
    "AI video interviews for your applicants",
    "Background verification on request",
    "A personal contact, around the clock",
  ],
  question: { title: "A question first?", label: "Contact Us", path: "/contact" },
} as const;

export const login = {
  title: "Welcome Back",
  lead: "Sign in to your account to continue: clients and our own team alike.",
  /** What search engines show: the lead alone says nothing of where it leads. */
  description: `Sign in to ${company.name} by email, Google or LinkedIn: clients to their hiring requirements and messages, our recruiters to the team's pages.`,
  portal: { text: "Don't have an account?", label: "Open the client portal", path: "/client-auth?view=sign-up" },
} as const;
