import { expect, it } from "vitest";
import { meantAddress } from "./meant-address";

it.each([
  ["asha@gmail.con", "asha@gmail.com"],
  ["asha@gmial.com", "asha@gmail.com"],
  ["asha@gmail.co", "asha@gmail.com"],
  ["Asha.R@Hotmial.com", "Asha.R@hotmail.com"],
  ["asha@yaho.co.in", "asha@yahoo.co.in"],
  ["asha@outlookk.com", "asha@outlook.com"],
])("asks of %s whether %s was meant", (typed, meant) => {
  expect(meantAddress(typed)).toBe(meant);
});

it.each([
  "a@gmail.com",
  "a@GMAIL.com",
  "a@ymail.com",
  "a@mail.com",
  "a@yahoo.in",
  "a@acme.co.in",
  "a@small.com",
  "gmail.con",
  "",
])("asks nothing of %j", (address) => {
  expect(meantAddress(address)).toBeUndefined();
});
