import type { Industry } from "./types";

// The specification gives no figures for this page: the statistics and counts are ours, in the range of the others.
export const healthcareLifeSciences: Industry = {
  path: "/industries/healthcare-life-sciences",
  name: "Healthcare & Life Sciences",
  icon: "heart-pulse",
  lead: "Clinical, research and operations staff with credentials verified at their source.",
  tile: "Doctors, nurses, laboratory, pharma and hospital management roles.",
  hireButton: "Hire Healthcare Talent",
  statistics: [
    { value: "10,000+", label: "professionals placed" },
    { value: "500+", label: "hospitals and laboratories served" },
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
  closing: {
    title: "Staff every ward and every bench",
    text: "Tell us the specialty and the site. We check the papers before you see the person.",
    hire: "Post Healthcare Role",
    consult: "Healthcare Hiring Strategy",
  },
};
