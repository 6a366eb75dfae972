import { expect, it } from "vitest";
import { describeFailure } from "./supabase.server";

it.each([
  "The operation was aborted due to timeout",
  "This operation was aborted",
  "TimeoutError: The operation was aborted due to timeout",
  "TypeError: fetch failed",
  "fetch failed",
  "terminated",
  "Unexpected token '<', \"<html>\" is not valid JSON",
  "Unexpected end of JSON input",
  "<html><head><title>502 Bad Gateway</title></head></html>",
  "Bad Gateway",
  "{}",
  " ",
])("stumble 4: %j reaches nobody", (message) => {
  expect(describeFailure({ message })).toBe("The service is not available");
});

it.each(["Invalid login credentials", "Database error <b>42</b>", "canceling statement due to statement timeout"])(
  "what the backend itself says is quoted: %j",
  (message) => {
    expect(describeFailure({ message })).toBe(message);
  },
);
