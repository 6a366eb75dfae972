import { company } from "./company";

/** The contact page around its form (§2, "Contact"). */
export const contact = {
  title: "Contact",
  lead: "Choose your way in. We answer each message within 24 hours.",
  doorsTitle: "What brings you here?",
  doors: [
    {
      title: "I want to hire",
      text: "Post the job: its title, its place and who you are.",
      label: "Post a Job",
      path: "/hire-talent",
    },
    {
      title: "I look for work",
      text: `Apply in two minutes, or write to ${company.careersEmail}.`,
      label: "Find Jobs",
      path: "/jobs",
    },
    {
      title: "I have a question",
      text: `Ask below, or write to ${company.email}.`,
      label: "Ask Us",
      path: "#get-in-touch",
    },
  ] satisfies readonly { title: string; text: string; label: string; path: string }[],
  formTitle: "Get in Touch",
  hoursTitle: "Office hours",
  reasonsTitle: "Why Partner with Us",
  reasons: [
    "AI-powered recruitment technology",
    "24/7 global support across time zones",
    "Dedicated client success teams",
    "10,000+ placements",
  ],
} as const;
