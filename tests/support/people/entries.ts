/** A requirement as its form sends it, with nothing left out that is required. */
export const requirementEntries = {
  intent: "submit",
  job_title: "Turner",
  job_type: "permanent",
  location: "Pune",
  currency: "USD",
  required_skills: "Lathe",
  job_description: "Turn.",
  positions_count: "1",
  priority: "low",
} as const;
