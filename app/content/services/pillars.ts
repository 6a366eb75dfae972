import type { Pillar } from "./types";

const discuss = [
  { label: "Discuss Your Needs", path: "/contact" },
  { label: "All Services", path: "/services" },
] as const;

/** The three pillars in the order of the menu (§2). */
export const pillars: readonly Pillar[] = [
  {
    path: "/services/core-hiring",
    name: "Core Hiring Solutions",
    icon: "users",
    lead: "Six ways to hire, one team that answers for the result.",
    offers: [
      "Permanent staffing",
      "Temporary and contract staffing",
      "Executive search",
      "Mass hiring",
      "Recruitment process outsourcing (RPO)",
      "Campus hiring",
    ],
    cardsTitle: "Choose how you hire",
    cards: [
      {
        icon: "user-check",
        title: "Permanent Staffing",
        text: "People who stay, matched to the role, the team and the pay you can offer.",
        points: [
          "Shortlist within 48 hours",
          "Skills and culture assessed",
          "Free replacement in the guarantee period",
        ],
        path: "/services/permanent-staffing",
      },
      {
        icon: "timer",
        title: "Temporary & Contract",
        text: "Skilled hands for a season, a project or a gap, on our payroll or yours.",
        points: ["Start within days", "Payroll and compliance included", "Convert to permanent at any time"],
      },
      {
        icon: "crown",
        title: "Executive Search",
        text: "Discreet search for CXO, board and country heads.",
        points: ["Market mapped by name", "Confidential approach", "References taken in depth"],
        path: "/services/executive-search",
      },
      {
        icon: "factory",
        title: "Volume/Mass Hiring",
        text: "Tens to thousands of people on one timetable, without lowering the bar.",
        points: ["On-site and virtual drives", "AI first interviews", "Daily progress report"],
        path: "/services/mass-hiring",
      },
      {
        icon: "refresh-cw",
        title: "RPO",
        text: "Your recruitment run by our people, in your name and on your systems.",
        points: ["Complete, selective or by project", "Agreed service levels", "Cost per hire you can plan"],
        path: "/services/rpo-solutions",
      },
      {
        icon: "graduation-cap",
        title: "Campus Hiring",
        text: "Graduates found, assessed and kept warm from offer to first day.",
        points: ["Ties with 200 campuses", "Online aptitude and coding tests", "Pre-joining engagement"],
      },
    ],
    closing: {
      title: "Not sure which one fits?",
      text: "Describe the roles and the dates. We tell you what we would do, and what it would cost.",
      actions: discuss,
    },
  },
  {
    path: "/services/global-services",
    name: "Global Extended Services",
    icon: "globe",
    lead: "Everything between the accepted offer and the first good day at work, in any country.",
    offers: [
      "Background verification before and after joining",
      "Visa processing (facilitation only)",
      "Video interview management",
      "Travel management",
    ],
    cardsTitle: "What we take off your desk",
    cards: [
      {
        icon: "shield-check",
        title: "Background Verification",
        text: "Identity, employment, education and records checked before joining and after.",
        points: ["Pre and post joining", "Checked at the source", "One report you can file"],
        path: "/services/background-verification",
      },
      {
        icon: "file-check",
        title: "Visa Processing",
        text: "Facilitation only: we prepare papers and appointments; the authorities decide.",
        points: ["Document checklists by country", "Appointments booked and tracked", "Status shared every week"],
      },
      {
        icon: "video",
        title: "Video Interview Management",
        text: "Interviews across time zones scheduled, hosted, recorded and summed up.",
        points: ["One link for everybody", "Recording with consent", "Score sheets within the hour"],
      },
      {
        icon: "plane",
        title: "Travel Management",
        text: "Tickets, rooms and the ride from the airport, for interviews and for relocation.",
        points: ["Corporate fares", "Arrival support", "Onboarding checklist for the first week"],
      },
    ],
    tiles: {
      title: "Regional coverage",
      lead: "Local partners and local hours in four regions.",
      items: [
        { icon: "map-pin", title: "Asia Pacific", text: "India, Singapore, Japan, Australia and their neighbours." },
        {
          icon: "map-pin",
          title: "Europe",
          text: "Germany, the Netherlands, the United Kingdom and the Nordic countries.",
        },
        { icon: "map-pin", title: "North America", text: "The United States, Canada and Mexico." },
        { icon: "map-pin", title: "Middle East", text: "The Emirates, Saudi Arabia, Qatar and Oman." },
      ],
    },
    closing: {
      title: "Moving people across a border?",
      text: "Tell us from where to where, and when. We send a plan with dates and costs.",
      actions: discuss,
    },
  },
  {
    path: "/services/technology-hiring",
    name: "Technology-Enabled Hiring",
    icon: "bot",
    lead: "AI interviews that are the same for everybody, at any hour, in any number.",
    offers: ["AI video interview tool", "Mass interview automation", "Remote interview scheduling"],
    cardsTitle: "Three AI solutions",
    cards: [
      {
        icon: "bot",
        title: "AI Video Interview Tool",
        text: "Structured first interviews with instant feedback on correctness, communication and confidence.",
        points: ["Questions built from your role", "The same rules for every candidate", "A score with its reasons"],
        path: "/services/ai-interviews",
      },
      {
        icon: "users",
        title: "Mass Interview Automation",
        text: "Unlimited interviews at the same time: a thousand applicants heard in a day.",
        points: ["No waiting list", "Invitations and reminders sent", "Ranked shortlist by morning"],
      },
      {
        icon: "calendar",
        title: "Remote Interview Scheduling",
        text: "Candidates choose a time that suits both calendars, wherever each of them is.",
        points: ["Time zones worked out", "Calendar invitations", "Rescheduling without e-mails"],
      },
    ],
    tiles: {
      title: "What it changes",
      lead: "Four benefits, measured with our clients.",
      items: [
        { icon: "timer", title: "Faster shortlists", text: "Up to 70% of the time to a shortlist saved." },
        { icon: "clock", title: "Always open", text: "Available 24/7, all over the world." },
        { icon: "sparkles", title: "Instant feedback", text: "On correctness, communication and confidence." },
        { icon: "scale", title: "Reduced bias", text: "One question set and one scale for all." },
      ],
    },
    figures: {
      title: "Performance figures",
      items: [
        { value: "70%", label: "shortlisting time saved, at best" },
        { value: "Unlimited", label: "interviews at the same time" },
        { value: "24/7", label: "global availability" },
        { value: "48 hours", label: "to your first shortlist" },
      ],
    },
    closing: {
      title: "See it with one of your own roles",
      text: "We set up an interview for a role of yours, and you take it first.",
      actions: [
        { label: "Book a Demonstration", path: "/contact" },
        { label: "Hire Talent", path: "/hire-talent" },
      ],
    },
  },
];
