import type { Service } from "./types";

export const executiveSearch: Service = {
  path: "/services/executive-search",
  drawing: "executive-search",
  name: "Executive Search",
  headline: { title: "A quiet word with the right person", marked: "right" },
  description:
    "CXO, board and country head search in confidence: a market mapped by name, four to six people presented, references in depth. Stages, weeks and fees.",
  lead: "CXO, board and country leadership, approached in confidence.",
  intro: [
    "The person you want has a job, and a name to protect. We map the market by name, speak to a few people in confidence, and bring you those who would move for the right reason.",
    "A partner leads every search from the first call to the end of the first hundred days. No partner runs more than five at a time, and the one who sells you the search is the one who makes the calls.",
  ],
  cardsTitle: "Positions we search for",
  cards: [
    {
      title: "Chief officers",
      text: "CEO, CFO, COO, CTO, CHRO and CMO for founders, families and funds.",
      points: ["Succession planned quietly", "Interim cover while we search", "Compensation benchmarked"],
    },
    {
      title: "Boards and country heads",
      text: "Independent directors, managing directors and first employees in a new country.",
      points: ["Governance experience checked", "Local networks tested", "Cross-border packages"],
    },
    {
      title: "Function and plant heads",
      text: "Leaders of sales, operations, technology and sites.",
      points: ["Case interviews", "360 degree references", "Assessment centre on request"],
    },
  ],
  stepsTitle: "How a search runs",
  steps: [
    {
      title: "Mandate",
      text: "Board and sponsor agree on the problem this person is hired to solve. Where they do not agree, we stop and say so; a split board hires twice.",
    },
    {
      title: "Market map",
      text: "Every relevant organisation and the people who lead it, within two weeks. You strike out whom we must not call.",
    },
    {
      title: "Approach",
      text: "Confidential conversations; your name is given only with your leave. Of forty names about twelve talk to us, and half of those fit.",
    },
    {
      title: "Presentation",
      text: "Four to six people with motives, references and expectations, each in a paper of three pages and a film of ten minutes if you want one.",
    },
    { title: "Decision and landing", text: "Offer, notice, and a plan for the first hundred days." },
  ],
  // The specification gives no times for single roles: these are ours, within the weeks the answers name.
  timings: {
    caption: "Leadership searches: our own figures",
    columns: ["Role", "Usual map", "Presentation", "Signature"],
    rows: [
      ["Chief financial officer", "one country, three sectors", "5 weeks", "10 weeks"],
      ["Chief technology officer", "two or three countries", "5 weeks", "12 weeks"],
      ["Country head", "the country itself", "4 weeks", "9 weeks"],
      ["Independent director", "by committee needs", "3 weeks", "8 weeks"],
    ],
    note: "Weeks from the mandate, the middle of the leadership searches we closed in two years. The promise of a shortlist in two days belongs to common roles and not to these. A chief officer then serves three months of notice, sometimes six.",
  },
  questions: [
    {
      question: "Can the search stay secret?",
      answer:
        "Yes. We work under a code name until you decide otherwise. The circle on your side is written down, candidates sign before they hear who you are, and nothing is sent to an office address.",
    },
    {
      question: "How long does it take?",
      answer:
        "Eight to fourteen weeks from mandate to signature is usual. What stretches it is rarely the market: it is diaries, a second opinion asked for late, or a package that was never cleared by the committee.",
    },
    {
      question: "How are fees paid?",
      answer:
        "In three parts: at mandate, at presentation and at signature. The amount is fixed at the start and does not grow with the salary, so that we gain nothing from a dearer candidate.",
    },
    {
      question: "Do you approach our own managers for others?",
      answer:
        "Not while you are a client, and not for two years after. That rule narrows what we can offer to your competitors, and we tell them so before they sign.",
    },
  ],
  closing: {
    title: "A chair that must not stay empty?",
    text: "Speak to a partner. The first conversation is free and confidential.",
  },
};
