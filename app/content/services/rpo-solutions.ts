import type { Service } from "./types";

export const rpoSolutions: Service = {
  path: "/services/rpo-solutions",
  drawing: "rpo",
  name: "Recruitment Process Outsourcing",
  headline: { title: "Your recruitment, run by us", marked: "run" },
  description:
    "Recruitment process outsourcing in three models: complete, selective or project. Audit, service levels, weekly figures, and a clean way out again.",
  lead: "Your recruitment run by our team: complete, selective or for one project.",
  intro: [
    "Outsourcing recruitment does not mean giving it away. Our people work in your name, with your values and on your systems, and report against service levels you have set.",
    "Three models cover most situations, and you can move from one to another. As a rule of thumb, below fifty hires a year you need an agency, above it a process.",
  ],
  cardsTitle: "Three models",
  cards: [
    {
      title: "Complete RPO",
      text: "The whole process for all roles, from workforce plan to first day.",
      points: ["One team, one budget", "Employer brand and career site", "Quarterly business review"],
    },
    {
      title: "Selective RPO",
      text: "One business unit, one location or one step, such as sourcing or screening.",
      points: ["Fits beside your own team", "Starts within three weeks", "Priced by hire or by month"],
    },
    {
      title: "Project RPO",
      text: "A launch, a ramp-up or a backlog with a beginning and an end.",
      points: ["Fixed goal and fixed fee", "Team dissolved on time", "Knowledge handed back"],
    },
  ],
  stepsTitle: "From audit to steady state",
  steps: [
    {
      title: "Audit",
      text: "We measure what a hire costs you today, in money and in days. That counts the hours of your managers, which nobody has on a bill.",
    },
    {
      title: "Design",
      text: "Roles, service levels and tools agreed in writing, with what happens when a level is missed: a part of the month's fee is not charged.",
    },
    {
      title: "Transition",
      text: "Open positions handed over without a gap. Recruiters of yours who want to come along are interviewed first.",
    },
    {
      title: "Run",
      text: "Weekly figures, monthly review. Every candidate gets an answer within five working days, also the ones you refuse.",
    },
    { title: "Improve", text: "One change a month, kept if the figures say so." },
  ],
  // The specification gives no times for single roles: these are ours.
  timings: {
    caption: "From signature on: our own figures",
    columns: ["Role", "Model", "Desk at work", "Offers at full pace"],
    rows: [
      ["Engineers for one centre", "project", "2 weeks", "6 weeks"],
      ["Sales force in one region", "selective", "3 weeks", "8 weeks"],
      ["Shared service staff", "complete", "6 weeks", "12 weeks"],
      ["All roles of a group", "complete, site by site", "8 weeks", "20 weeks"],
    ],
    note: "The middle of the outsourced desks we set up over three years, counted from the signed agreement. The two weeks of audit come before. System access and data protection papers are what usually takes longest on both sides.",
  },
  models: {
    caption: "Who runs which stage",
    stages: ["Plan", "Source", "Screen", "Interview", "Offer", "First day"],
    models: [
      { name: "Complete", ours: [0, 1, 2, 3, 4, 5], note: "all roles, all year" },
      { name: "Selective", ours: [1, 2], note: "one step or one unit" },
      { name: "Project", ours: [0, 1, 2, 3, 4], note: "until one goal is reached" },
    ],
    words: { ours: "We run it", yours: "You run it" },
  },
  questions: [
    {
      question: "Do we keep control?",
      answer:
        "You decide on people and pay; we run the way there. Every rejected and every accepted candidate can be looked up with the reason, by you, at any time.",
    },
    {
      question: "Which systems do you use?",
      answer:
        "Yours, if you have one. Otherwise we bring ours, and the data stays yours. At the end you receive it in a format that others can read, and we delete our copy and certify that.",
    },
    {
      question: "What does it save?",
      answer:
        "Clients have halved the cost of a hire; your audit says what is possible for you. Where a team is already lean, we have found as little as eight in a hundred, and advised against outsourcing.",
    },
    {
      question: "How do we get out again?",
      answer:
        "With three months' notice, in any month, after the first year; a project ends by itself. The handover is planned in the first contract: documents, candidates in the pipeline, and our people if you wish to hire them.",
    },
  ],
  closing: {
    title: "Find out what a hire costs you",
    text: "The audit takes two weeks, and the report is yours either way.",
  },
};
