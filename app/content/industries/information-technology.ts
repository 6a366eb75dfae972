import type { Industry } from "./types";

// The specification gives no figures for this page: the statistics and counts are ours, in the range of the others.
export const informationTechnology: Industry = {
  path: "/industries/information-technology",
  name: "Information Technology",
  icon: "code",
  lead: "Engineers, data people and product leaders who ship, and stay to maintain what they shipped.",
  tile: "Software, cloud, data, security and product roles, on site or remote.",
  hireButton: "Hire IT Talent",
  statistics: [
    { value: "11,000+", label: "technologists placed" },
    { value: "550+", label: "technology teams served" },
    { value: "97%", label: "technical assessment match" },
    { value: "15 days", label: "average time to hire" },
  ],
  capabilities: [
    {
      icon: "code",
      title: "Software Engineering",
      description: "Front-end, back-end and mobile engineers, assessed on code they wrote and can explain.",
      count: "3,500+ placements",
    },
    {
      icon: "cloud",
      title: "Cloud & Platform",
      description: "DevOps, SRE and network engineers for systems that stay up on a Sunday.",
      count: "2,200+ placements",
    },
    {
      icon: "database",
      title: "Data & AI",
      description: "Data engineers, analysts and machine learning specialists who measure what they build.",
      count: "2,000+ placements",
    },
    {
      icon: "shield-check",
      title: "Security",
      description: "Analysts, penetration testers and CISOs, with clearances checked.",
      count: "900+ placements",
    },
    {
      icon: "layout-dashboard",
      title: "Product & Delivery",
      description: "Product managers, designers, testers and delivery leads who close the loop with users.",
      count: "2,400+ placements",
    },
  ],
  stories: [
    {
      company: "A payments start-up in Bengaluru after its second funding round",
      challenge: "Engineering had to grow from 18 to 70 in three quarters without lowering the bar.",
      result: "54 engineers joined, offers were accepted in four cases of five, and the interview hours fell by half.",
      roles: ["Go engineers", "SREs", "Engineering managers"],
    },
    {
      company: "A European insurer moving its development to India",
      challenge: "A new centre needed a leader and three complete teams in six months.",
      result: "The centre head joined in week seven, the third team in month five.",
      roles: ["Centre head", "Java developers", "QA engineers"],
    },
    {
      company: "A hospital network replacing its patient record system",
      challenge: "Integration specialists were needed for nine months, and not a day longer.",
      result: "Twelve contractors delivered on time; four were then hired for good.",
      roles: ["Integration engineers", "Data migration leads", "Release manager"],
    },
  ],
  specializations: [
    "Java and Kotlin",
    "TypeScript and React",
    "Python",
    "Go and Rust",
    ".NET",
    "iOS and Android",
    "AWS, Azure and GCP",
    "Kubernetes",
    "Data engineering",
    "Machine learning",
    "Cyber security",
    "SAP and Oracle",
    "Salesforce",
    "Test automation",
    "Product design",
    "Embedded systems",
  ],
  reasons: [
    "Technical screens by working engineers, recorded for your team",
    "Salary data for forty cities, so that offers land",
    "Contract, contract-to-hire and permanent under one agreement",
    "Time zones planned before the offer, not after",
  ],
  closing: {
    title: "Give the roadmap the team it needs",
    text: "Tell us the stack and the date. The first profiles reach you within 48 hours.",
    hire: "Post IT Role",
    consult: "IT Hiring Strategy",
  },
};
