import { SITE_NAME, ZONE } from "~/lib/config/agency";

/** Who the site speaks for. Change it here, the name in lib/format: every page, title, mail link and legal text follows. */
export const company = {
  name: SITE_NAME,
  city: "Noida",
  country: "India",
  email: "hello@kaushal-global-hiring.example",
  privacyEmail: "privacy@kaushal-global-hiring.example",
  legalEmail: "legal@kaushal-global-hiring.example",
  careersEmail: "careers@kaushal-global-hiring.example",
  /** Masked on purpose: the number is given out by e-mail (§1). */
  phone: "+91 120 XXX XX00",
  hours: "Monday to Friday, 9:30 to 18:30 in Noida. Clients reach us at any hour.",
  social: { name: "LinkedIn", url: "https://www.linkedin.com/company/kaushal-global-hiring" },
  copyrightYear: 2025,
  /** Where the team works: how its pages tell days and times. */
  timeZone: ZONE,
} as const;
