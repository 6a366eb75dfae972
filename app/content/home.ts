type Card = { title: string; text: string };

export type Testimonial = { id: string; quote: string; author: string; company: string; logo: LogoShape };
/** The mark of a testimonial's company: an invented shape, drawn by `ui/site/partner-logo`. */
export type LogoShape = "arc" | "hexagon" | "peak";

/** The home page's eight sections, in their order (§2, "Home"). */
export const home = {
  hero: {
    title: "Global Hiring. Simplified.",
    marked: "Simplified.",
    lead: "We find, interview, verify and bring on board the people you need: one engineer or a thousand, in Noida, Rotterdam or Toronto.",
    hire: { label: "Hire Talent Now", path: "/hire-talent" },
    services: { label: "Explore Our Services", path: "/services" },
    jobs: { label: "Looking for work? See open jobs", path: "/jobs" },
    figures: [
      { value: "10,000+", label: "placements" },
      { value: "99%", label: "client satisfaction" },
      { value: "50+", label: "global clients" },
      { value: "5", label: "continents" },
    ],
  },
  why: {
    title: "Why employers choose us",
    cards: [
      {
        title: "A shortlist in 48 hours",
        text: "Three to five people who fit, with the reasons written down.",
      },
      {
        title: "AI where it helps",
        text: "First interviews for every applicant, day and night, on one scale.",
      },
      {
        title: "Five continents, one contact",
        text: "Local recruiters abroad, one person who answers to you.",
      },
      {
        title: "Verified at the source",
        text: "Identity, employment and education confirmed by those who know.",
      },
      {
        title: "Paid for results",
        text: "Fees agreed before we search, and a guarantee behind each joiner.",
      },
      { title: "Awake when you are", text: "Support around the clock, in your time zone." },
    ] satisfies readonly Card[],
  },
  solutions: {
    title: "Nine solutions, one agreement",
    link: { label: "See All Services", path: "/services" },
    cards: [
      { title: "Permanent Staffing", text: "People who stay." },
      { title: "Temporary & Contract", text: "Skilled hands for a season." },
      { title: "Executive Search", text: "CXO level, in confidence." },
      { title: "Volume/Mass Hiring", text: "Hundreds on one timetable." },
      { title: "RPO", text: "Your recruitment, run by us." },
      { title: "Campus Hiring", text: "Graduates, assessed and kept warm." },
      { title: "Background Verification", text: "Before and after joining." },
      { title: "Visa Facilitation", text: "Papers and appointments prepared." },
      { title: "Travel & Onboarding", text: "From the ticket to the first week." },
    ] satisfies readonly Card[],
  },
  industries: {
    title: "Recruiters who know the work",
    lead: "Eight industries, each with a desk of its own.",
    link: { label: "Explore Industries", path: "/industries" },
  },
  ai: {
    title: "Every applicant heard, at any hour",
    text: "Our AI video interview tool asks the same questions of everyone, at any hour, and explains each score. Recruiters begin with a ranked list and decide themselves.",
    points: [
      "Up to 70% of shortlisting time saved",
      "Unlimited interviews at the same time",
      "Available 24/7, all over the world",
      "Instant feedback on correctness, communication and confidence",
      "Reduced bias: one set of questions, one scale",
    ],
    link: { label: "Get Consultation", path: "/contact" },
  },
  testimonials: {
    title: "What clients say",
    items: [
      {
        id: "fintech",
        quote:
          "We had interviewed for four months. They sent five people in two days, we hired two of them, and both now lead teams.",
        author: "Head of Engineering",
        company: "A payments company in Bengaluru",
        logo: "arc",
      },
      {
        id: "hospital",
        quote:
          "120 nurses from three countries, with licences and language done. I have never seen papers so complete on the first day.",
        author: "Director of Nursing",
        company: "A hospital group in the United Kingdom",
        logo: "peak",
      },
      {
        id: "plant",
        quote:
          "They planned our plant's first shift backwards from the opening day. When the line started, every post was filled.",
        author: "Managing Director",
        company: "A pump manufacturer from Germany",
        logo: "hexagon",
      },
    ] satisfies readonly Testimonial[],
    partnersTitle: "Partners we work with",
    /** A partner's logo is its name in a hand of its own (styles/pieces.css). */
    partners: [
      "Arcadia Pay",
      "Northpeak Health",
      "Hexa Pumps",
      "Ringway Logistics",
      "Barline Retail",
      "Wavecrest Hotels",
    ],
  },
  call: {
    title: "Your next hire starts with one message",
    text: "Post a job without an account, or tell us what you need. We answer within a day.",
    hire: { label: "Get Started Today", path: "/hire-talent" },
    contact: { label: "Contact Us Now", path: "/contact" },
  },
  closing: {
    title: "One partner, at every size",
    cards: [
      {
        title: "Startups",
        text: "The first ten people decide the next hundred. We help you choose them, at a price that fits a runway.",
      },
      {
        title: "Enterprises",
        text: "Volume, compliance and reporting across countries, under one agreement and one set of figures.",
      },
      {
        title: "Government",
        text: "Transparent procedures, documented decisions and verified credentials for public service.",
      },
    ] satisfies readonly Card[],
  },
} as const;
