/** The about page (§2, "About"). */
export const about = {
  title: "Who We Are",
  lead: "A recruitment partner from Noida that hires across five continents.",
  paragraphs: [
    "We began with a desk in Noida and a conviction: hiring fails less for want of candidates than for want of care. A brief nobody wrote down, an interview nobody prepared, a promise nobody checked.",
    "So we built a company around those three. Recruiters who ask what the person should have achieved after six months. Structured interviews, by people and by AI, that are the same for everybody. Verification at the source, before the first day.",
    "Today startups, enterprises and public bodies trust us with single searches and with whole recruitment departments.",
  ],
  mission: {
    title: "Our mission",
    text: "To make hiring across borders as simple, fair and quick as hiring next door, for the employer and for the person who is hired.",
  },
  facts: [
    { value: "Noida", label: "headquarters, India" },
    { value: "5", label: "continents" },
    { value: "50+", label: "clients" },
    { value: "10,000+", label: "placements" },
  ],
  values: [
    {
      title: "Plain dealing",
      text: "We say what we can't fill, and when it takes longer, before you find out.",
    },
    { title: "Fair to both sides", text: "Candidates get feedback, and nobody ever pays us for a job." },
    {
      title: "Checked, not assumed",
      text: "What stands in a CV is confirmed with those who know.",
    },
    {
      title: "Measured by who stays",
      text: "Our recruiters are measured by how many joiners are still there after ninety days.",
    },
  ] satisfies readonly { title: string; text: string }[],
} as const;
