import { renderToStaticMarkup } from "react-dom/server";
import { expect, it } from "vitest";
import { LocalDate } from "./local-date";

it("tells a moment with the zone that it is told in, for the script to tell it in another", () => {
  const at = "2026-11-22T10:05:00+00:00";
  const html = renderToStaticMarkup(<LocalDate value={at} locale="en-GB" hasTime />);
  expect(html).toBe(`<time dateTime="${at}" data-local="time">22 Nov 2026, 10:05 UTC</time>`);
});

it("leaves a day of the calendar the day that it is, wherever it is read", () => {
  const html = renderToStaticMarkup(<LocalDate value="2027-01-31" locale="de-DE" />);
  expect(html).toBe('<time dateTime="2027-01-31">31.01.2027</time>');
});
