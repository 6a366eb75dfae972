import type { Service } from "./types";

export const backgroundVerification: Service = {
  path: "/services/background-verification",
  drawing: "background-verification",
  name: "Background Verification",
  headline: { title: "Asked at the source", marked: "source" },
  description:
    "Identity in 1-2 days, employment in 3-5, education in 5-7, criminal record in 7-10: checks with consent, asked at the source, before or after joining.",
  lead: "Identity, employment and education confirmed at the source, before and after joining.",
  intro: [
    "One false degree can cost a licence, and one missed record a customer. We confirm what a candidate says with those who know: employers, universities, registers and courts.",
    "Every check needs the candidate's consent, and every report says what was asked, of whom, and when. In about nine files of a hundred something differs from the CV; in most it is a date, in two or three it is a degree or a job that never was.",
  ],
  cardsTitle: "The checks",
  cards: [
    {
      title: "Identity",
      text: "Documents, address and right to work.",
      points: ["1-2 days", "Government registers", "Address visited where needed"],
    },
    {
      title: "Employment",
      text: "Positions, dates, conduct and reason for leaving.",
      points: ["3-5 days", "Written confirmation", "Gaps explained"],
    },
    {
      title: "Education",
      text: "Degrees, marks and professional licences.",
      points: ["5-7 days", "Asked of the institution", "Forged papers reported"],
    },
    {
      title: "Criminal record",
      text: "Court and police records as the law of the place allows.",
      points: ["7-10 days", "By district and country", "Only with consent"],
    },
    {
      title: "Extra checks",
      text: "Credit, directorships, social media, references and drug tests, where the role calls for them.",
      points: ["Chosen by role", "Proportionate and lawful", "Repeated after joining if agreed"],
    },
  ],
  stepsTitle: "How a check runs",
  steps: [
    { title: "Consent", text: "The candidate agrees online, check by check." },
    { title: "Documents", text: "Uploaded once, encrypted, seen only by the case worker." },
    { title: "Verification", text: "Each source asked directly; delays reported at once." },
    { title: "Report", text: "Green, amber or red for each check, with the evidence." },
  ],
  unit: "days",
  figures: {
    title: "Turnaround in working days",
    items: [
      { value: "1-2", label: "identity" },
      { value: "3-5", label: "employment" },
      { value: "5-7", label: "education" },
      { value: "7-10", label: "criminal record" },
    ],
  },
  // The specification gives no times for single roles: these are ours, within the turnaround above.
  timings: {
    caption: "Whole files by role: our own figures",
    columns: ["Role", "Checks", "First result", "Whole report"],
    rows: [
      ["Warehouse operator", "identity, address, criminal record", "1 day", "8 days"],
      ["Software engineer", "identity, employment, education", "2 days", "6 days"],
      ["Nurse", "identity, licence, education, employment", "2 days", "7 days"],
      ["Finance head", "all five, with directorships", "2 days", "10 days"],
    ],
    note: "Working days from complete papers and consent, as medians of one year of files. Checks run side by side, so a file takes as long as its slowest source. State universities in their examination weeks, and employers that have closed, are the usual reasons for more.",
  },
  questions: [
    {
      question: "Can checks be done before joining?",
      answer:
        "Yes, before and after; most clients do identity and education before, the rest in the first month. The offer should say that it depends on the result, or the result will come too late to matter.",
    },
    {
      question: "Do you check abroad?",
      answer:
        "Yes, through partners in 150 countries; times differ by country. Singapore and Britain answer in days, some Gulf states want an attested authority letter, and in a few places a criminal record is given only to the person it is about.",
    },
    {
      question: "Who sees the report?",
      answer:
        "The people you name, and the candidate on request. We keep the file for the time agreed with you and then destroy it; copies of identity cards are masked after the check.",
    },
    {
      question: "What does amber mean?",
      answer:
        "That something does not match and may be harmless: a month's gap, a maiden name, a former employer who only confirms dates. We ask the candidate first, add the answer, and leave the judgement to you.",
    },
  ],
  closing: {
    title: "Hire with your eyes open",
    text: "Send one case as a trial. You see the report before you sign anything.",
  },
};
