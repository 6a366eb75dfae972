import type { Service } from "./types";

export const massHiring: Service = {
  path: "/services/mass-hiring",
  drawing: "mass-hiring",
  name: "Mass Hiring",
  headline: { title: "Hundreds of people, one date", marked: "date" },
  description:
    "From twenty people for one site to thousands over many: sourcing, AI first interviews, checks and joining in batches. A plan by week, with real times.",
  lead: "Hundreds of positions on one timetable, without lowering the bar.",
  intro: [
    "A new plant, a new contract, a season: suddenly you need people by the hundred, and your own team is built for ten a month.",
    "We put a hiring desk in place within a week, with sourcing, AI first interviews, verification and onboarding in one line. One person answers for the number, and you see it every evening: invited, interviewed, passed, offered, joined.",
  ],
  cardsTitle: "Built for volume",
  cards: [
    {
      title: "Sourcing in parallel",
      text: "Campus, local drives, referrals and job boards, measured by joiners and not by CVs.",
      points: ["Drives in 60 cities", "Local languages", "Referral campaigns"],
    },
    {
      title: "Interviews without a queue",
      text: "Our AI tool invites everybody the day they apply.",
      points: ["Unlimited at the same time", "Same questions, same scale", "Ranked every morning"],
    },
    {
      title: "Onboarding by batches",
      text: "Documents, verification and induction ready before the bus arrives.",
      points: ["Digital joining kit", "Background checks", "Attendance followed for 90 days"],
    },
  ],
  figures: {
    title: "One client, six months",
    items: [
      { value: "1,200+", label: "employees onboarded" },
      { value: "60 to 20 days", label: "hiring cycle" },
      { value: "50%", label: "lower cost of a hire" },
    ],
  },
  stepsTitle: "The first thirty days",
  steps: [
    {
      title: "Plan",
      text: "Numbers, locations, wages and dates turned into a weekly target. If the wage is below the local market we show you the figure, since no campaign repairs it.",
    },
    { title: "Launch", text: "Desk, tools and campaigns running within seven days." },
    {
      title: "Assess",
      text: "AI interviews and trade tests; your supervisors see only the passed ones. For a hundred joiners we expect to hear six hundred people.",
    },
    {
      title: "Join",
      text: "Batches with verified papers, on the day you named. Twenty to forty at a time is what most sites can induct properly.",
    },
    { title: "Keep", text: "Early leavers replaced from a standing reserve." },
  ],
  // The specification gives no times for single roles: these are ours.
  timings: {
    caption: "Hiring by the hundred: our own figures",
    columns: ["Role", "Batch", "First joiners", "Last joiner"],
    rows: [
      ["Assembly operator", "100 for one plant", "12 days", "30 days"],
      ["Voice support agent", "150 for one centre", "14 days", "38 days"],
      ["Delivery rider", "200 over four cities", "7 days", "24 days"],
      ["Bank branch staff", "60 over one state", "21 days", "52 days"],
    ],
    note: "Calendar days from the agreed plan, as medians of the ramp-ups we ran in two years. Batches above five hundred are planned by month. The first ranked list is there after two days; training before the first day is not included.",
  },
  questions: [
    {
      question: "What is the smallest number?",
      answer:
        "Twenty people for one site, or fifty over several. Below that a desk costs more than it saves, and our permanent or contract teams do it for less.",
    },
    {
      question: "Do you work on our premises?",
      answer:
        "Yes. The desk can sit with your team, or run remotely. On site we need a room, two tables and a gate pass; most clients prefer it for the first month.",
    },
    {
      question: "Who employs the people?",
      answer:
        "You do, or we do on contract; both are common. On contract we run wages, provident fund and state insurance and show you the challans each month. Responsibility for safety stays with whoever runs the floor.",
    },
    {
      question: "How many leave in the first month?",
      answer:
        "Between one in ten and one in four, by trade and by wage. We agree on a figure beforehand and refill what goes beyond it at our cost. Somebody who promises you zero has not counted.",
    },
  ],
  closing: {
    title: "How many, where, by when?",
    text: "Three answers are enough for a first plan, and it takes us a day.",
  },
};
