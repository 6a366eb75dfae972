import { expect, expectTypeOf, it } from "vitest";
import { describeFailure } from "./data-failures.server";
import type { Supabase } from "./supabase.server";

it.each([
  "The operation was aborted due to timeout",
  "This operation was aborted",
  "TimeoutError: The operation was aborted due to timeout",
  "TypeError: fetch failed",
  "fetch failed",
  "fetch failed (ECONNREFUSED)",
  "TypeError: fetch failed (CERT_HAS_EXPIRED)",
  "terminated",
  "Unexpected token '<', \"<html>\" is not valid JSON",
  "Unexpected end of JSON input",
  "<html><head><title>502 Bad Gateway</title></head></html>",
  "Bad Gateway",
  "{}",
  " ",
])("%j reaches nobody", (message) => {
  expect(describeFailure({ message })).toBe("The service is not available");
});

it.each(["Invalid login credentials", "Database error <b>42</b>", "canceling statement due to statement timeout"])(
  "what the backend itself says is quoted: %j",
  (message) => {
    expect(describeFailure({ message })).toBe(message);
  },
);

it("knows the types of the database: tsc refuses a table, a column, a value or a function that is not there", () => {
  async function ask(supabase: Supabase) {
    const { data } = await supabase.from("clients").select("id, company_name, phone").single();
    expectTypeOf(data).toEqualTypeOf<{ id: string; company_name: string; phone: string | null } | null>();
    const owned = await supabase.rpc("owns_requirement", { requirement: "" });
    expectTypeOf(owned.data).toEqualTypeOf<boolean | null>();
    // @ts-expect-error no such table
    await supabase.from("companies").select();
    // @ts-expect-error no such column
    await supabase.from("user_roles").insert({ user_id: "", role: "client", rank: 1 });
    // @ts-expect-error no such role
    await supabase.from("user_roles").insert({ user_id: "", role: "owner" });
    // @ts-expect-error no such function
    await supabase.rpc("purge_expired");
  }
  expectTypeOf(ask).parameter(0).toEqualTypeOf<Supabase>();
});
