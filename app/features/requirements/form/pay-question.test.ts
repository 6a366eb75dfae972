import { describe, expect, it } from "vitest";
import { applyAnswer, askAboutPay, currencyOfPlace } from "./pay-question";

const noida = { location: "Noida, Sector 62", currency: "USD", min_salary: "350000", max_salary: "4,50,000" };

function answersOf(entries: Record<string, string>) {
  return askAboutPay(entries)?.answers.map(([answer]) => answer);
}

describe("the pay", () => {
  it.each<[location: string, currency: string | undefined]>([
    ["Noida", "INR"],
    ["NEW DELHI (NCR)", "INR"],
    ["Remote, India", "INR"],
    ["London", "GBP"],
    ["München", "EUR"],
    ["Austin, TX", "USD"],
    ["London or Noida", undefined],
    ["Paris, Texas", undefined],
    ["Singapore", undefined],
    ["Romeo Street", undefined],
    ["Campus", undefined],
    ["", undefined],
  ])("at %s is in %s", (location, currency) => {
    expect(currencyOfPlace(location)).toBe(currency);
  });

  it("is asked about where its place or its own words name another currency", () => {
    expect(answersOf(noida)).toEqual(["INR", "USD"]);
    expect(askAboutPay(noida)?.text).toBe("The job is in India, and the pay in US dollars ($). Is that right?");
    expect(answersOf({ ...noida, location: "Anywhere", min_salary: "12 LPA" })).toEqual(["INR", "USD"]);
    expect(answersOf({ ...noida, location: "London", currency: "INR" })).toEqual(["GBP", "INR"]);
    expect(askAboutPay({ ...noida, currency: "INR" })).toBeUndefined();
    expect(askAboutPay({ ...noida, min_salary: "$35,000", max_salary: "" })).toBeUndefined();
  });

  it("is asked about without an amount by nobody", () => {
    expect(askAboutPay({ ...noida, min_salary: "", max_salary: "" })).toBeUndefined();
    expect(askAboutPay({ ...noida, min_salary: "lots", max_salary: "" })).toBeUndefined();
  });

  it("is asked about where it is little for a year, unless its words say for how long", () => {
    const monthly = { ...noida, currency: "INR", min_salary: "25,000", max_salary: "" };
    expect(answersOf(monthly)).toEqual(["month", "year"]);
    expect(askAboutPay({ ...monthly, min_salary: "25,000 a month" })).toBeUndefined();
    expect(askAboutPay({ ...monthly, min_salary: "0" })).toBeUndefined();
    expect(applyAnswer(monthly, "month")).toEqual({ pay_answered: "period", min_salary: "25,000 a month" });
    expect(askAboutPay({ ...monthly, ...applyAnswer(monthly, "year") })).toBeUndefined();
  });

  it.each(["INR", "USD"])("is not asked about again once it was answered with %s", (answer) => {
    const answered = { ...noida, ...applyAnswer(noida, answer) };
    expect(answered).toMatchObject({ currency: answer, min_salary: "350000" });
    expect(askAboutPay(answered)).toBeUndefined();
    expect(askAboutPay({ ...answered, currency: "EUR" })).toBeUndefined();
  });
});
