import { hiringColumns, type Industry } from "./types";

// The specification gives no figures for this page: the statistics and counts are ours, in the range of the others.
export const bankingFinancialServices: Industry = {
  path: "/industries/banking-financial-services",
  drawing: "banking-financial-services",
  name: "Banking & Financial Services",
  headline: { title: "People a regulator would pass", marked: "regulator" },
  description:
    "Branch, credit, risk, compliance and insurance staff with certificates and records checked first. How supervised firms hire, and what it really takes.",
  lead: "Relationship, risk, operations and technology talent for firms that are supervised.",
  tile: "Retail and corporate banking, insurance, risk, compliance and fintech roles.",
  hireButton: "Hire Banking Talent",
  statistics: [
    { value: "8,500+", label: "professionals placed with partners" },
    { value: "350+", label: "institutions served with partners" },
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
  hiring: {
    title: "How supervised firms hire",
    steps: [
      {
        title: "Map the licence to the desk",
        text: "A mutual fund seller needs a NISM certificate, an insurance seller an IRDAI one, a bank's chief executive the Reserve Bank's consent. We write down who must hold what on day one, and who may earn it in the first ninety days.",
      },
      {
        title: "Clear before you meet",
        text: "Fit-and-proper declarations, the credit bureau report, directorships and pending cases come first. A relationship officer with three defaults of his own is found out in two days, before anyone has grown fond of him.",
      },
      {
        title: "Leave cleanly",
        text: "Bankers give sixty to ninety days, some go on garden leave, and client lists stay behind. We agree in writing what the person may bring, so that the first month does not begin with a lawyer's letter.",
      },
    ],
  },
  // The specification gives no times for single roles: these are ours, around the average above.
  timings: {
    caption: "Banking roles: our own figures",
    columns: hiringColumns,
    rows: [
      ["Relationship officer", "by district, in the local language", "1 day", "9 days"],
      ["KYC analyst", "regional, in groups", "2 days", "12 days"],
      ["Credit risk modeller", "national, by direct approach", "3 days", "26 days"],
      ["Chief compliance officer", "approached in confidence", "12 days", "46 days"],
    ],
    note: "Our medians over two years of mandates from supervised firms, in calendar days up to the accepted offer. Rare and senior desks take longer than 48 hours to shortlist; approval by a regulator comes on top.",
  },
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
  questions: [
    {
      question: "Do you wait for the Reserve Bank?",
      answer:
        "We can't hurry it. For posts that need its consent we collect the declarations with the first interview, so that your application leaves in the week of the board's decision. Plan eight to sixteen weeks from there.",
    },
    {
      question: "What if a candidate has an old default?",
      answer:
        "It is no automatic no. A settled education loan differs from a running write-off. We show you the report, the explanation and the papers; your policy decides, and we note the reason for your auditors.",
    },
    {
      question: "Can you hire a rival's whole team?",
      answer:
        "We approach people, not teams, and only where no covenant with us or with their employer stands against it. When several come by themselves, we stagger the interviews and keep the records apart.",
    },
  ],
  closing: {
    title: "Hire people a regulator would approve of",
    text: "Share the mandate in confidence. Only the partner who takes it reads it.",
    hire: "Post Banking Role",
    consult: "Banking Hiring Strategy",
  },
};
