import { bankingFinancialServices } from "./banking-financial-services";
import { educationTraining } from "./education-training";
import { healthcareLifeSciences } from "./healthcare-life-sciences";
import { hospitalityTravel } from "./hospitality-travel";
import { informationTechnology } from "./information-technology";
import { logisticsSupplyChain } from "./logistics-supply-chain";
import { manufacturingEngineering } from "./manufacturing-engineering";
import { retailEcommerce } from "./retail-ecommerce";
import type { Change } from "~/lib/drawing-names";
import type { Industry, Story } from "./types";

/** The eight industries in the order of the route table (§2). */
export const industries: readonly Industry[] = [
  informationTechnology,
  bankingFinancialServices,
  healthcareLifeSciences,
  manufacturingEngineering,
  retailEcommerce,
  logisticsSupplyChain,
  hospitalityTravel,
  educationTraining,
];

/** The three case cards of the overview (§1). */
export const caseCards: readonly (Omit<Story, "roles"> & { figure: string; label: string; change: Change })[] = [
  {
    figure: "60 to 20 days",
    label: "hiring cycle",
    change: { kind: "shorter", before: "60 days", after: "20 days", share: 1 / 3 },
    company: "A technology company in its growth years",
    challenge: "Open posts held up releases, and candidates dropped out between five rounds of interviews.",
    result: "Structured AI first interviews and one decision meeting a week cut the cycle to a third.",
  },
  {
    figure: "1,200+",
    label: "employees onboarded in 6 months",
    change: { kind: "growth", before: "0", after: "1,200+", spans: 6 },
    company: "An outsourcing group opening two service centres",
    challenge: "Two sites, five languages, and a start date its own client had set.",
    result: "A mass hiring desk on site interviewed, verified and onboarded around the clock.",
  },
  {
    figure: "50%",
    label: "cost reduction",
    change: { kind: "less", before: "100%", after: "50%", share: 0.5 },
    company: "A manufacturer with four recruitment agencies",
    challenge: "Every plant paid its own agency, and nobody could say what a hire cost.",
    result: "One outsourced process with one set of rules halved the cost of a hire in a year.",
  },
];
