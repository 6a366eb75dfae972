import { discuss } from "./discuss";
import type { Pillar } from "./types";

export const coreHiring: Pillar = {
  path: "/services/core-hiring",
  drawing: "core-hiring",
  name: "Core Hiring Solutions",
  headline: { title: "Six ways to hire", marked: "hire" },
  description:
    "Permanent, contract, executive, volume, outsourced or campus hiring: six ways compared by when each fits, how it starts and how long it takes with us.",
  lead: "Six ways to hire, one team that answers for the result.",
  tile: "Permanent, contract, executive, volume, outsourced and campus hiring, answered for by a single team.",
  intro: [
    "Most searches go wrong before they begin, because the way does not fit the need: a retained search for a role with five hundred good applicants, or an advertisement for one of which there are nine in the country.",
    "So we ask three things first. How many people, for how long, and what does an empty chair cost you in a week? The answers choose the way, and sometimes they say that you need none of ours.",
  ],
  offers: [
    "Permanent staffing",
    "Temporary and contract staffing",
    "Executive search",
    "Mass hiring",
    "Recruitment process outsourcing (RPO)",
    "Campus hiring",
  ],
  cardsTitle: "Choose how you hire",
  cards: [
    {
      title: "Permanent Staffing",
      text: "People who stay, matched to the role, the team and the pay you can offer.",
      points: ["Shortlist within 48 hours", "Skills and culture assessed", "Free replacement in the guarantee period"],
      path: "/services/permanent-staffing",
    },
    {
      title: "Temporary & Contract",
      text: "Skilled hands for a season, a project or a gap, on our payroll or yours.",
      points: ["Start within days", "Payroll and compliance included", "Convert to permanent at any time"],
    },
    {
      title: "Executive Search",
      text: "Discreet search for CXO, board and country heads.",
      points: ["Market mapped by name", "Confidential approach", "References taken in depth"],
      path: "/services/executive-search",
    },
    {
      title: "Volume/Mass Hiring",
      text: "Tens to thousands of people on one timetable, without lowering the bar.",
      points: ["On-site and virtual drives", "AI first interviews", "Daily progress report"],
      path: "/services/mass-hiring",
    },
    {
      title: "RPO",
      text: "Your recruitment run by our people, in your name and on your systems.",
      points: ["Complete, selective or by project", "Agreed service levels", "Cost per hire you can plan"],
      path: "/services/rpo-solutions",
    },
    {
      title: "Campus Hiring",
      text: "Graduates found, assessed and kept warm from offer to first day.",
      points: ["Ties with 200 campuses", "Online aptitude and coding tests", "Pre-joining engagement"],
    },
  ],
  stepsTitle: "How to choose among them",
  steps: [
    {
      title: "Count heads and months",
      text: "One person for good is permanent staffing. A gap of under a year is contract. From twenty people on one date it is volume, and from fifty a year it pays to outsource.",
    },
    {
      title: "Weigh how rare they are",
      text: "Where a hundred people could do it, speed wins. Where ten could, somebody must ring those ten by name, and a week more is well spent.",
    },
    {
      title: "Start with one role",
      text: "We begin with the position that has been open longest. You see how we work before you sign for more, and we learn what your managers mean by good.",
    },
  ],
  // The specification gives no times for single roles: these are ours.
  timings: {
    caption: "Six ways compared: our own figures",
    columns: ["Role", "Way", "First profiles", "Accepted offer"],
    rows: [
      ["Accountant", "permanent", "1 day", "12 days"],
      ["Interior fit-out supervisor", "contract", "1 day", "6 days"],
      ["Chief financial officer", "executive search", "5 weeks", "10 weeks"],
      ["Operators by the hundred", "volume", "2 days", "12 days"],
      ["Engineers for one centre", "RPO, by project", "2 weeks", "6 weeks"],
      ["Graduate trainees", "campus", "by season", "9 weeks"],
    ],
    note: "Medians of two years of our own work, counted from the agreed brief; for volume the day is that of the first batch, for outsourcing that of the desk at full pace. Campus hiring follows the placement season from August to December.",
  },
  questions: [
    {
      question: "Can we mix two ways for one team?",
      answer:
        "Yes, and many do: a permanent lead, contractors around the launch, graduates for the year after. One agreement covers all six, so nothing has to be signed again.",
    },
    {
      question: "What do the ways cost?",
      answer:
        "Permanent and campus are paid by joiner, contract by a margin on the wage, executive search in three fixed parts, volume and outsourcing by month or by hire. We send the figures with the first proposal, and nobody pays for a search that has not been agreed in writing.",
    },
    {
      question: "When is an agency the wrong choice?",
      answer:
        "When the role is not defined, when the pay is a fifth below the market, or when someone inside could do it with three months of training. We would rather say that in the first call than after ten interviews.",
    },
  ],
  closing: {
    title: "Not sure which one fits?",
    text: "Describe the roles and the dates. We tell you what we would do, and what it would cost.",
    actions: discuss,
  },
};
