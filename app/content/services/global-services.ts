import { discuss } from "./discuss";
import type { Pillar } from "./types";

export const globalServices: Pillar = {
  path: "/services/global-services",
  drawing: "global-services",
  name: "Global Extended Services",
  headline: { title: "From accepted offer to first good day", marked: "first" },
  description:
    "Background checks, visa facilitation, video interviews and travel for people who cross a border to work for you. Who does what, and how long it takes.",
  lead: "Everything between the accepted offer and the first good day at work, in any country.",
  tile: "Checks, visas, interviews and travel: what lies between a signature and a desk in another country.",
  intro: [
    "An offer to somebody in another country is a promise with six appointments in it: an examination of papers, a medical, an embassy, a landlord, an airport and a first day. Each can stop the rest.",
    "We keep one calendar for all of them, with the candidate and your manager looking at the same page. What belongs to the authorities we prepare well and then wait for, and we never say that we can hurry them.",
  ],
  offers: [
    "Background verification before and after joining",
    "Visa processing (facilitation only)",
    "Video interview management",
    "Travel management",
  ],
  cardsTitle: "What we take off your desk",
  cards: [
    {
      title: "Background Verification",
      text: "Identity, employment, education and records checked before joining and after.",
      points: ["Pre and post joining", "Checked at the source", "One report you can file"],
      path: "/services/background-verification",
    },
    {
      title: "Visa Processing",
      text: "Facilitation only: we prepare papers and appointments; the authorities decide.",
      points: ["Document checklists by country", "Appointments booked and tracked", "Status shared every week"],
    },
    {
      title: "Video Interview Management",
      text: "Interviews across time zones scheduled, hosted, recorded and summed up.",
      points: ["One link for everybody", "Recording with consent", "Score sheets within the hour"],
    },
    {
      title: "Travel Management",
      text: "Tickets, rooms and the ride from the airport, for interviews and for relocation.",
      points: ["Corporate fares", "Arrival support", "Onboarding checklist for the first week"],
    },
  ],
  map: "Lines from Noida to cities in Asia Pacific, Europe, North America and the Middle East",
  tiles: {
    title: "Regional coverage",
    lead: "Local partners and local hours in four regions.",
    items: [
      { title: "Asia Pacific", text: "India, Singapore, Japan, Australia and their neighbours." },
      {
        title: "Europe",
        text: "Germany, the Netherlands, the United Kingdom and the Nordic countries.",
      },
      { title: "North America", text: "The United States, Canada and Mexico." },
      { title: "Middle East", text: "The Emirates, Saudi Arabia, Qatar and Oman." },
    ],
  },
  stepsTitle: "How a move runs",
  steps: [
    {
      title: "Check what travels",
      text: "Degrees, licences and police records are collected first, because attestation is slow. A degree from India for the Gulf passes the state, the ministry and the embassy before it counts.",
    },
    {
      title: "File once, completely",
      text: "Most refusals come from a missing page or a name spelt in two ways. We compare each letter with the passport, translate what must be, and hand the file over with a list.",
    },
    {
      title: "Land and settle",
      text: "A driver with the right name on the sign, a room for the first month, a bank appointment, and a call on the third evening. Families are asked about schools before the ticket is bought.",
    },
  ],
  // The specification gives no times for single roles: these are ours.
  timings: {
    caption: "Moves across a border: our own figures",
    columns: ["Role", "Way", "Papers ready", "Arrival"],
    rows: [
      ["Software engineer", "India to Germany", "3 weeks", "11 weeks"],
      ["Hotel staff", "India to the Emirates", "2 weeks", "6 weeks"],
      ["Staff nurse", "India to the United Kingdom", "8 weeks", "26 weeks"],
      ["Project manager", "within India", "3 days", "4 weeks"],
    ],
    note: "Weeks from the accepted offer, medians of the moves we looked after in two years. The authorities take most of that time and give no guarantee. Notice at the old employer runs alongside, and is often the longer of the two.",
  },
  questions: [
    {
      question: "Do you get visas?",
      answer:
        "No, nobody but the state does. We tell you which permit fits, prepare the papers, book the appointment and follow the file. If a lawyer is needed we say so, and you choose one.",
    },
    {
      question: "What happens when a visa is refused?",
      answer:
        "We read the reasons with you within two days and say whether a second application makes sense. Fees of the authority are lost; ours for that case are not charged again. The runner-up is told to wait until then.",
    },
    {
      question: "Must candidates pay for anything?",
      answer:
        "Never to us. By the employer-pays principle the ticket, the visa, the medical and the first weeks of housing are your costs, and our proposal lists them. An offer that leaves them to the candidate we do not carry out.",
    },
  ],
  closing: {
    title: "Moving people across a border?",
    text: "Tell us from where to where, and when. We send a plan with dates and costs.",
    actions: discuss,
  },
};
