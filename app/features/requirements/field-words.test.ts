import { expect, it } from "vitest";
import { draftEntries } from "./form/draft-entries";
import { factsOfRequirement } from "./field-words";
import { requirementSchema } from "./schema";

it("tells a whole requirement as its page does: amounts, days and choices in words, nothing of what is empty", () => {
  const filed = requirementSchema.parse({
    ...draftEntries(new FormData()),
    job_title: "Fitter",
    job_type: "part_time",
    location: "Linz",
    remote_allowed: "on",
    min_experience: "1",
    min_salary: "900000",
    currency: "INR",
    required_skills: ["Hydraulics", "PLC"],
    job_description: "Fit pumps.",
    positions_count: "1250",
    priority: "high",
    deadline: "2998-01-31",
  });
  const facts = factsOfRequirement({ ...filed, status: "in_progress", closed_reason: null }, "en-IN");
  expect(facts.map(({ label, value }) => `${label}: ${value}`)).toEqual([
    "Job title: Fitter",
    "Job type: Part time",
    "Location: Linz",
    "Positions: 1,250",
    "Required skills: Hydraulics, PLC",
    "Job description: Fit pumps.",
    "Min experience: 1 year",
    "Currency: INR",
    "Min salary: ₹9,00,000",
    "Remote allowed: yes",
    "Priority: High",
    "Application deadline: 31 Jan 2998",
    "Status: In progress",
  ]);
});
