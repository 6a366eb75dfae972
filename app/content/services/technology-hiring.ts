import type { Pillar } from "./types";

export const technologyHiring: Pillar = {
  path: "/services/technology-hiring",
  drawing: "technology-hiring",
  name: "Technology-Enabled Hiring",
  headline: { title: "A machine asks, people decide", marked: "people" },
  description:
    "AI video interviews, mass interview automation and remote scheduling: what the machine does, what stays with people, what it saves and where it does not.",
  lead: "AI interviews that are the same for everybody, at any hour, in any number.",
  tile: "AI interviews on fixed questions and one scale, automated for masses, scheduled across time zones.",
  intro: [
    "The slowest part of hiring is not the decision. It is the fortnight in which two hundred people wait for a first conversation, and the good ones sign elsewhere.",
    "Three tools take that fortnight out: one interviews, one does it for thousands, one finds the hour for the people who then meet. What they must not do is decide, and they do not: each list ends on a recruiter's desk.",
  ],
  offers: ["AI video interview tool", "Mass interview automation", "Remote interview scheduling"],
  cardsTitle: "Three AI solutions",
  cards: [
    {
      title: "AI Video Interview Tool",
      text: "Structured first interviews with instant feedback on correctness, communication and confidence.",
      points: ["Questions built from your role", "The same rules for every candidate", "A score with its reasons"],
      path: "/services/ai-interviews",
    },
    {
      title: "Mass Interview Automation",
      text: "Unlimited interviews at the same time: a thousand applicants heard in a day.",
      points: ["No waiting list", "Invitations and reminders sent", "Ranked shortlist by morning"],
    },
    {
      title: "Remote Interview Scheduling",
      text: "Candidates choose a time that suits both calendars, wherever each of them is.",
      points: ["Time zones worked out", "Calendar invitations", "Rescheduling without e-mails"],
    },
  ],
  tiles: {
    title: "What it changes",
    lead: "Four benefits, measured with our clients.",
    items: [
      { title: "Faster shortlists", text: "Up to 70% of the time to a shortlist saved." },
      {
        title: "Always open",
        text: "Nights, Sundays and holidays count: 24/7, wherever somebody applies.",
      },
      { title: "Instant feedback", text: "On correctness, communication and confidence." },
      { title: "Reduced bias", text: "One question set and one scale for all." },
    ],
  },
  figures: [
    { value: "70%", label: "of shortlisting time saved, at most" },
    { value: "Unlimited", label: "interviews at the same time" },
    { value: "24/7", label: "global availability" },
    { value: "48 hours", label: "to your first shortlist" },
  ],
  stepsTitle: "How a team starts",
  steps: [
    {
      title: "Pick one role",
      text: "Choose a role with more than fifty applicants and a manager who is curious. We build eight questions with that manager and throw two away.",
    },
    {
      title: "Run it beside your own",
      text: "For one round your recruiters judge without seeing the scores. Then we lay both lists side by side, and talk about each person on whom they differ.",
    },
    {
      title: "Set the rules, then scale",
      text: "You decide on the line, who may see recordings and when they are deleted. Applicants read the same rules before they begin, and may ask for a person instead.",
    },
  ],
  // The specification gives no times for single roles: these are ours.
  timings: {
    caption: "Starting with the tools: our own figures",
    columns: ["Role", "Tool", "First interview", "Ranked shortlist"],
    rows: [
      ["Customer service agent", "AI video interview", "1 day", "2 days"],
      ["Graduate engineer", "mass automation", "2 days", "4 days"],
      ["Regional sales lead", "AI interview, then scheduling", "1 day", "2 days"],
      ["Country manager", "scheduling only", "4 days", "none"],
    ],
    note: "Days from approved questions, as we saw them in a year of our own projects. For leaders we use the tools to find an hour and not to rank anybody. The saving of up to 70% is a best case, with several hundred applicants; with thirty it is small.",
  },
  questions: [
    {
      question: "Is it lawful to let software interview people?",
      answer:
        "Yes, when people know it, agree to it, can have a human look, and the data is kept no longer than needed. India's data protection act and Europe's rules on AI in hiring ask for that. We give you the documents your own counsel will want to see.",
    },
    {
      question: "How do you know that it is fair?",
      answer:
        "We compare pass rates by gender, region and age band where candidates have told us, every quarter and for each question. A question that splits groups without predicting the work is taken out. You get the table.",
    },
    {
      question: "Does it fit our applicant tracking system?",
      answer:
        "If yours can receive a link and a score, yes; the usual ones take a day to connect. Without such a system, invitations go out from a spreadsheet and the list comes back as one.",
    },
  ],
  closing: {
    title: "See it with one of your own roles",
    text: "We set up an interview for a role of yours, and you take it first.",
    actions: [
      { label: "Book a Demonstration", path: "/contact" },
      { label: "Hire Talent", path: "/hire-talent" },
    ],
  },
};
