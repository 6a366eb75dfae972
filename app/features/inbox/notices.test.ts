import { expect, it } from "vitest";
import { inboxNotices, refusalNotice } from "./notices";

it.each([
  ["one_to_fifty", 502],
  ["form_taken", 409],
  ["reason_missing", 422],
  ["stale", 409],
  ["session_ended", 401],
  ["not_of_the_team", 422],
] as const)("a refusal %s is said in words", (message, status) => {
  for (const isTyped of [true, false]) {
    const { title, text } = refusalNotice({ ok: false, message, status }, isTyped);
    expect(`${title} ${text}`).not.toMatch(/_|\.\./);
    expect(text?.includes("are still here")).toBe(isTyped && message !== "stale" && message !== "not_of_the_team");
  }
});

it("only what somebody else has saved is called a change of theirs", () => {
  const { title } = refusalNotice({ ok: false, message: "form_taken", status: 409 }, true);
  expect(title).toBe("Not saved");
});

it("a fault is quoted", () => {
  expect(refusalNotice({ ok: false, message: "The service is not available", status: 503 }, true).text).toBe(
    "The service is not available. Your words are still here.",
  );
  expect(inboxNotices.notShown("one_to_fifty").text).toBe("Choose one to fifty at a time.");
});
