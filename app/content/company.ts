import { ZONE } from "~/lib/format/clock";
import { titleText } from "~/lib/format/text";

/** Who the site speaks for. Change it here, and every page, title, mail link and legal text follows. */
export const company = {
  name: "Kaushal Global Hiring",
  city: "Noida",
  country: "India",
  email: "hello@kaushal-global-hiring.example",
  privacyEmail: "privacy@kaushal-global-hiring.example",
  legalEmail: "legal@kaushal-global-hiring.example",
  careersEmail: "careers@kaushal-global-hiring.example",
  /** Masked on purpose: the number is given out by e-mail (§1). */
  phone: "+91 120 XXX XX00",
  social: { name: "LinkedIn", url: "https://www.linkedin.com/company/kaushal-global-hiring" },
  copyrightYear: 2025,
  /** Where the team works: how its pages tell days and times. */
  timeZone: ZONE,
} as const;

/** A page's title as the browser shows it; words that somebody has typed stand in it in the order they were written. */
export function titled(title: string): string {
  return `${titleText(title)} | ${company.name}`;
}
