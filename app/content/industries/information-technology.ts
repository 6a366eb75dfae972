import { hiringColumns, type Industry } from "./types";

// The specification gives no figures for this page: the statistics and counts are ours, in the range of the others.
export const informationTechnology: Industry = {
  path: "/industries/information-technology",
  drawing: "information-technology",
  name: "Information Technology",
  headline: { title: "Engineers who ship, and stay", marked: "stay" },
  description:
    "Software, cloud, data, security and product people, screened by working engineers. Notice periods, counter-offers and real times to an accepted offer.",
  lead: "Engineers, data people and product leaders who ship, and stay to maintain what they shipped.",
  tile: "Software, cloud, data, security and product roles, on site or remote.",
  hireButton: "Hire IT Talent",
  statistics: [
    { value: "11,000+", label: "technologists placed with partners" },
    { value: "550+", label: "technology teams served with partners" },
    { value: "97%", label: "technical assessment match" },
    { value: "15 days", label: "average time to hire" },
  ],
  capabilities: [
    {
      icon: "code",
      title: "Software Engineering",
      description: "Front-end, back-end and mobile engineers, assessed on code they wrote and can explain.",
      count: "3,500+ placements",
    },
    {
      icon: "cloud",
      title: "Cloud & Platform",
      description: "DevOps, SRE and network engineers for systems that stay up on a Sunday.",
      count: "2,200+ placements",
    },
    {
      icon: "database",
      title: "Data & AI",
      description: "Data engineers, analysts and machine learning specialists who measure what they build.",
      count: "2,000+ placements",
    },
    {
      icon: "shield-check",
      title: "Security",
      description: "Analysts, penetration testers and CISOs, with clearances checked.",
      count: "900+ placements",
    },
    {
      icon: "layout-dashboard",
      title: "Product & Delivery",
      description: "Product managers, designers, testers and delivery leads who close the loop with users.",
      count: "2,400+ placements",
    },
  ],
  hiring: {
    title: "How technology teams hire",
    steps: [
      {
        title: "Write the first six months",
        text: "We turn the list of tools into three things the person will have built by month six. It halves the keywords, and it shows whether you need a senior engineer or two juniors and a good lead.",
      },
      {
        title: "Screen with code",
        text: "A working engineer talks an hour with each candidate, over code the candidate wrote or over yours. No puzzles, no take-home that eats a weekend. You get the recording and the doubts along with the score.",
      },
      {
        title: "Hold them through notice",
        text: "In India sixty to ninety days lie between the signature and the desk, and rivals use them. We call every week, arrange a lunch with the team, and ask about other offers before they become resignations.",
      },
    ],
  },
  // The specification gives no times for single roles: these are ours, around the average above.
  timings: {
    caption: "Technology roles: our own figures",
    columns: hiringColumns,
    rows: [
      ["Java or React developer", "national, remote or on site", "1 day", "11 days"],
      ["Site reliability engineer", "national, by direct approach", "2 days", "16 days"],
      ["Machine learning engineer", "India and abroad", "2 days", "21 days"],
      ["Engineering director", "approached in confidence", "9 days", "38 days"],
    ],
    note: "Counted in calendar days from brief to signed offer, the median of two years of technology searches. Directors are outside the 48 hours, and the notice period is not included.",
  },
  stories: [
    {
      company: "A payments start-up in Bengaluru after its second funding round",
      challenge: "Engineering had to grow from 18 to 70 in three quarters without lowering the bar.",
      result: "54 engineers joined, offers were accepted in four cases of five, and the interview hours fell by half.",
      roles: ["Go engineers", "SREs", "Engineering managers"],
    },
    {
      company: "A European insurer moving its development to India",
      challenge: "A new centre needed a leader and three complete teams in six months.",
      result: "The centre head joined in week seven, the third team in month five.",
      roles: ["Centre head", "Java developers", "QA engineers"],
    },
    {
      company: "A hospital network replacing its patient record system",
      challenge: "Integration specialists were needed for nine months, and not a day longer.",
      result: "Twelve contractors delivered on time; four were then hired for good.",
      roles: ["Integration engineers", "Data migration leads", "Release manager"],
    },
  ],
  specializations: [
    "Java and Kotlin",
    "TypeScript and React",
    "Python",
    "Go and Rust",
    ".NET",
    "iOS and Android",
    "AWS, Azure and GCP",
    "Kubernetes",
    "Data engineering",
    "Machine learning",
    "Cyber security",
    "SAP and Oracle",
    "Salesforce",
    "Test automation",
    "Product design",
    "Embedded systems",
  ],
  reasons: [
    "Technical screens by working engineers, recorded for your team",
    "Salary data for forty cities, so that offers land",
    "Contract, contract-to-hire and permanent under one agreement",
    "Time zones planned before the offer, not after",
  ],
  questions: [
    {
      question: "Can you shorten a ninety-day notice?",
      answer:
        "Sometimes. Many employers let people go after forty-five days if the handover is done, and some let the rest be bought out for basic pay. Ask us to start with people already serving notice when the date matters more than the choice.",
    },
    {
      question: "How many signed candidates never show up?",
      answer:
        "Across our technology searches about one in nine, and more where the pay was settled by a counter-offer. We keep the second candidate warm until the first has logged in, and tell you early when a signature starts to wobble.",
    },
    {
      question: "Do you check whether somebody else sat the interview?",
      answer:
        "Yes. The person on the screen is compared with the identity document at three points: first interview, final round and joining day. Remote roles are the ones where a stand-in is tried.",
    },
  ],
  closing: {
    title: "Give the roadmap the team it needs",
    text: "Tell us the stack and the date. The first profiles reach you within 48 hours.",
    hire: "Post IT Role",
    consult: "IT Hiring Strategy",
  },
};
