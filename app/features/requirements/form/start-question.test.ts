import { expect, it } from "vitest";
import { today } from "~/lib/format/clock";
import { applyAnswer } from "./pay-question";
import { askAboutStart, START_ANSWER } from "./start-question";

const daysFromNow = (days: number) => new Date(Date.parse(today()) + days * 86_400_000).toISOString().slice(0, 10);

it.each([
  ["before the deadline", { expected_start_date: daysFromNow(10), deadline: daysFromNow(70) }, "The start is before"],
  [
    "before the deadline, as written",
    { expected_start_date: "28.2.2031", deadline: "31/03/2031" },
    "The start is before",
  ],
  ["long past", { expected_start_date: "1990-01-01", deadline: "" }, "The start was long ago"],
])("a start %s is asked about once", (_, entries, words) => {
  expect(askAboutStart(entries)).toContain(words);
  expect(askAboutStart({ ...entries, ...applyAnswer(entries, START_ANSWER) })).toBeUndefined();
});

it.each([
  ["no start", { expected_start_date: "", deadline: daysFromNow(70) }],
  ["no deadline", { expected_start_date: daysFromNow(10), deadline: "" }],
  ["that of the deadline", { expected_start_date: daysFromNow(10), deadline: daysFromNow(10) }],
  ["a week past", { expected_start_date: daysFromNow(-7), deadline: "" }],
  ["what is no date", { expected_start_date: "soon", deadline: daysFromNow(70) }],
])("%s is not", (_, entries) => {
  expect(askAboutStart(entries)).toBeUndefined();
});
