import { expect, it } from "vitest";
import { readSearch } from "./search-words";

it.each([
  ["Ph: 98765 43210", "98765 43210"],
  ["call 98765 43210", "98765 43210"],
  ["tel:+919876543210", "+919876543210"],
  ["Mob.9876543210", "9876543210"],
  ["Mobile No. 98765-43210", "98765-43210"],
  ["M: 98765 43210", "98765 43210"],
  ["+91-98765-43210 (Mobile)", "+91-98765-43210"],
  ["https://wa.me/919876543210", "919876543210"],
  ["98765/43210", "98765 43210"],
  ["98765,43210", "98765 43210"],
  ["+91 98765_43210", "+91 98765 43210"],
  ["फ़ोन", "फ़ोन"],
  ["Ph: ९८७६५ ४३२१०", "98765 43210"],
  ["Asha Rao <client@demo.example>", "client@demo.example"],
  ['"Rao, Asha" <Client@Demo.example>;', "Client@demo.example"],
  ["mailto:client@demo.example?subject=Hello", "client@demo.example"],
  ["client@demo", "client@demo"],
  // What says more than a number, or is none, stays as it was typed.
  ["call centre 98765 43210", "call centre 98765 43210"],
  ["Ramesh 98765/43210", "Ramesh 98765/43210"],
  ["CTC 12,50,000", "CTC 12,50,000"],
  ["12,50,000", "12,50,000"],
  ["no 12345", "no 12345"],
  ["M.Tech welder", "M.Tech welder"],
  ["9876543210 9811122233", "9876543210 9811122233"],
])("%s looks for %s", (typed, words) => {
  expect(readSearch(typed)).toBe(words);
});
