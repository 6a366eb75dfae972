/** The hiring page around its form (§2, "Hiring page"). */
export const hiring = {
  title: "Hire Talent",
  lead: "Post a job without an account. We review it, search, and come back to you within 48 hours.",
  post: "Post a Job",
  contact: { label: "Contact Us", path: "/contact" },
  account: { text: "More than one job?", label: "Open an account", path: "/get-started" },
  statistics: [
    { value: "10M+", label: "candidates in our partners' data" },
    { value: "98%", label: "success" },
    { value: "150+", label: "countries they are in" },
  ],
  solutionsTitle: "Four ways to hire",
  solutions: [
    { title: "Permanent Staffing", text: "People who stay, with a guarantee behind every joiner." },
    {
      title: "Contract Hiring",
      text: "Skilled people for a season or a project, on our payroll or yours.",
    },
    { title: "Executive Search", text: "CXO, board and country heads, approached in confidence." },
    { title: "Global Hiring", text: "Across borders, with visa facilitation, travel and onboarding." },
  ] satisfies readonly { title: string; text: string }[],
  stepsTitle: "How it works",
  steps: [
    {
      sign: "define",
      title: "Define Requirements",
      text: "Fill in the form: title, place and who you are will do.",
    },
    {
      sign: "search",
      title: "AI-Powered Search",
      text: "Our tools and recruiters search the market, and interview who fits.",
    },
    {
      sign: "shortlist",
      title: "Present Shortlist",
      text: "Three to five people within 48 hours, each with a written assessment.",
    },
    {
      sign: "hire",
      title: "Interview & Hire",
      text: "You meet them, you decide. We take care of offer, checks and joining.",
    },
  ],
} as const;
