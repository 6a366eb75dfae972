/** What the agency promises of people, and shows by the card itself: on the home page and on the hiring page. */
export const yesTitle = "Nobody is shown without their own yes";

/** Invented people: each page shows another. */
export const examples = {
  home: {
    lead: "Before you see a card, the person it is about has read it and agreed.",
    points: ["A yes can be taken back"],
    name: "Meera Example",
    card: {
      headline: "Shift engineer, eight years",
      city: "Pune",
      notice_period: "30 days",
      expected_pay: { amount: 1_400_000, currency: "INR", unit: "year" },
      skills: ["PLC", "lean"],
    },
    pitch: "Keeps three lines running, and likes the night shift.",
    seal: { agreed_at: "2026-11-25", mark: "7c1e904b" },
  },
  hiring: {
    lead: "Your shortlist is made of cards like this one, each with a yes of its own.",
    points: ["Three equal answers: interview, maybe, no", "Their number when you invite them"],
    name: "Arjun Example",
    card: {
      headline: "Sous-chef, six years",
      city: "Goa",
      notice_period: "2 weeks",
      expected_pay: { amount: 60_000, currency: "INR", unit: "month" },
      skills: ["seafood", "rosters"],
    },
    pitch: "Ran a kitchen of nine through two monsoons.",
    seal: { agreed_at: "2026-11-23", mark: "d20af3b8" },
  },
} as const;

/** What the person on an example has pressed. */
export const yesAnswer = "✓ Yes, show this card";
