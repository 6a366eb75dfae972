import type { Service } from "./types";

export const aiInterviews: Service = {
  path: "/services/ai-interviews",
  drawing: "ai-interviews",
  name: "AI Video Interview Tool",
  headline: { title: "Every applicant heard", marked: "heard" },
  description:
    "Structured AI video interviews for all who apply, day and night: scores with reasons, people who decide, recordings deleted on time. Five steps explained.",
  lead: "Structured first interviews for everyone who applies, around the clock.",
  intro: [
    "Most applicants never get to say a word. Our tool hears each of them: the same topics, at the same length, on the same scale, at the hour that suits them.",
    "Your recruiters start the day with a ranked list, and can watch any answer behind any score. It is made for first rounds with many applicants; for three candidates a telephone is better.",
  ],
  cardsTitle: "What it does",
  cards: [
    {
      title: "Saves up to 70% of shortlisting time",
      text: "First rounds run by themselves, so that people meet people later and better prepared.",
      points: ["Unlimited interviews at once", "24/7, in every time zone", "No app to install"],
    },
    {
      title: "Gives instant feedback",
      text: "On correctness, communication and confidence, with the passage it rests on.",
      points: ["Scores with reasons", "Transcript and recording", "Candidates get feedback too"],
    },
    {
      title: "Reduces bias",
      text: "Name, accent and appearance do not enter the score, and every score can be questioned.",
      points: ["One question pool for all", "Human review on request", "Regular fairness tests"],
    },
  ],
  stepsTitle: "Five steps",
  steps: [
    {
      sign: "define",
      title: "Define the role",
      text: "Choose skills and levels; the tool proposes questions, you approve them.",
    },
    { sign: "invite", title: "Invite", text: "Candidates get a link by e-mail or message, and choose their time." },
    { sign: "interview", title: "Interview", text: "They answer on camera, with a trial question first." },
    { sign: "evaluate", title: "Evaluate", text: "Answers are scored for correctness, communication and confidence." },
    { sign: "decide", title: "Decide", text: "Your team reviews the ranked list and invites the best." },
  ],
  figures: {
    title: "In figures",
    items: [
      { value: "70%", label: "shortlisting time saved, at best" },
      { value: "Unlimited", label: "simultaneous interviews" },
      { value: "24/7", label: "global availability" },
    ],
  },
  // The specification gives no times for single roles: these are ours.
  timings: {
    caption: "First rounds by video: our own figures",
    columns: ["Role", "Applicants", "Set up", "Ranked list"],
    rows: [
      ["Graduate engineer", "1,000 from twelve campuses", "2 days", "4 days"],
      ["Customer service agent", "300 by advertisement", "1 day", "2 days"],
      ["Nurse", "80 from three states", "2 days", "4 days"],
      ["Sales executive", "150 by referral", "1 day", "2 days"],
    ],
    note: "Typical days from your approved questions, in our own use of the tool over a year. The interview itself takes twenty minutes; the time goes into people finding a quiet hour. Between six and eight in ten of those invited finish it.",
  },
  questions: [
    {
      question: "Does a machine decide?",
      answer:
        "No. It sorts and explains; people decide. Nobody is refused by a score alone: whoever stands below your line is looked at by a recruiter before the answer goes out.",
    },
    {
      question: "What happens to the recordings?",
      answer:
        "They are deleted after the time you set, and at once when a candidate asks. They are used for your vacancy and for nothing else, and no model is trained on a face or a voice.",
    },
    {
      question: "Which languages are there?",
      answer:
        "English and Hindi today, and six more in trial. Accents are tested with speakers from twenty regions; where the transcript is unsure it says so, and the score waits for a person.",
    },
    {
      question: "What if somebody has no camera, or stammers?",
      answer:
        "They choose sound only, more time, or a call with a recruiter, and need give no reason. Confidence is scored by what is said and how it is built, not by speed. An applicant who takes another way is ranked with all the others.",
    },
    {
      question: "Can candidates cheat with a chatbot?",
      answer:
        "Some try. Questions come from one pool in a changing order, and ask about the person's own work. Signs of reading aloud are marked for your recruiter and never lower a score by themselves.",
    },
  ],
  closing: {
    title: "Take the interview yourself",
    text: "We prepare one for a role of yours, so that you feel what a candidate feels.",
  },
};
