import { company } from "./company";

export type Position = {
  title: string;
  department: string;
  location: string;
  type: string;
  experience: string;
  description: string;
};

/** The careers page (§2, "Careers"). */
export const careers = {
  title: "Careers",
  lead: "Jobs in our own team, which finds people their next one and takes care of its own.",
  positionsTitle: "Open positions",
  positionsLead: "All four are with us, not with a client.",
  columns: ["Position", "Department", "Location", "Type", "Experience"],
  detail: "What you do",
  positions: [
    {
      title: "Senior Talent Acquisition Specialist",
      department: "Recruitment",
      location: "Noida, India",
      type: "Full-time",
      experience: "5-8 years",
      description: "Lead searches for technology and engineering clients, from the brief to the ninetieth day.",
    },
    {
      title: "AI/ML Engineer",
      department: "Technology",
      location: "Noida, India or remote",
      type: "Full-time",
      experience: "3-6 years",
      description: "Build and test the models behind our video interviews, and prove that they are fair.",
    },
    {
      title: "Business Development Manager",
      department: "Sales",
      location: "Noida, India",
      type: "Full-time",
      experience: "4-7 years",
      description: "Win clients in Europe and the Gulf, and stay their contact after the signature.",
    },
    {
      title: "HR Operations Executive",
      department: "Operations",
      location: "Noida, India",
      type: "Full-time",
      experience: "2-4 years",
      description: "Run onboarding, payroll and verification for people on client sites.",
    },
  ] satisfies readonly Position[],
  apply: "Apply Now",
  stepsTitle: "How to apply",
  address: { text: "One mail is enough:", email: company.careersEmail },
  steps: [
    { title: "Write", text: "Put the position into the subject, from whatever mailbox you have." },
    { title: "Tell us three things", text: "What you have done, what you want to do, and when you can begin." },
    { title: "Hear from us", text: "Within five working days, also when it is a no." },
    { title: "Meet the team", text: "One call and one afternoon, then an offer or the reason why not." },
  ],
  benefitsTitle: "What you can count on",
  benefits: [
    { title: "Health cover", text: "For you, your partner, children and parents." },
    { title: "Flexible hours", text: "Core hours from eleven to four, the rest is yours to place." },
    { title: "Learning budget", text: "Courses, books and one conference a year." },
    {
      title: "Clear steps",
      text: "Written levels, pay bands you can read, a review twice a year.",
    },
    { title: "Work abroad", text: "Up to thirty days a year from another country." },
    { title: "Parental leave", text: "Twenty-six weeks, and a gentle way back." },
  ] satisfies readonly { title: string; text: string }[],
  cultureTitle: "The team",
  culture: [
    { value: "50+", label: "team members" },
    { value: "15+", label: "countries" },
  ],
  contact: {
    title: "No fitting position?",
    text: "Write all the same, for our team or for a job with one of our clients.",
    label: "Get in Touch",
    path: "/contact",
  },
  jobs: { label: "See All Jobs", path: "/jobs" },
} as const;
