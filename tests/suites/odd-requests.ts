import { describe, expect, it } from "vitest";
import type { World } from "./world.ts";
import { prepare } from "../support/people/prepare.ts";

type Row = [who: "visitor" | "client" | "service", request: string, body: unknown, status: number, code: string];

const ID = "3b241101-e2bb-4255-8caf-4136c566a962";
const CONTACT = { name: "Ann", email: "ann@example.com", requirement: "x" };
const REQUIREMENT = { client_id: ID, job_title: "Cook" };
/** Lists in lists: deeper than Postgres goes, and than the embedded backend's library does. */
const DEEP = `${"[".repeat(20_000)}${"]".repeat(20_000)}`;

const ROWS: Row[] = [
  // What is looked for, in the address.
  ["service", "GET contact_submissions?id=eq.nobody", undefined, 400, "22P02"],
  ["service", "GET contact_submissions?id=in.(x)", undefined, 400, "22P02"],
  ["service", "GET contact_submissions?id=in.(x", undefined, 400, "PGRST100"],
  ["service", "GET contact_submissions?id=equals.1", undefined, 400, "PGRST100"],
  ["service", "GET contact_submissions?id=like.a*", undefined, 404, "42883"],
  ["service", "GET contact_submissions?created_at=lt.yesterdayish", undefined, 400, "22007"],
  ["service", "GET contact_submissions?created_at=lt.999999-01-01", undefined, 400, "22008"],
  ["service", "GET contact_submissions?requirement=fts(nolang).x", undefined, 400, "42704"],
  ["service", "GET contact_submissions?nothing=eq.1", undefined, 400, "42703"],
  ["service", "GET contact_submissions?select=nothing", undefined, 400, "42703"],
  ["service", "GET contact_submissions?select=name::nothing", undefined, 400, "42704"],
  ["service", "GET contact_submissions?order=nothing.asc", undefined, 400, "42703"],
  ["service", "GET contact_submissions?or=(id.eq", undefined, 400, "PGRST100"],
  ["service", "GET job_requirements?positions_count=eq.99999999999", undefined, 400, "22003"],
  ["service", "GET job_requirements?positions_count=eq.many", undefined, 400, "22P02"],
  ["service", "GET job_requirements?min_salary=gt.lots", undefined, 400, "22P02"],
  ["service", "GET job_requirements?remote_allowed=eq.maybe", undefined, 400, "22P02"],
  ["service", "GET job_requirements?status=eq.nostatus", undefined, 400, "22P02"],
  ["service", "GET job_requirements?deadline=eq.2026-02-30", undefined, 400, "22008"],
  ["service", "GET job_requirements?required_skills=cs.notarray", undefined, 400, "22P02"],
  ["service", "DELETE contact_submissions?id=eq.x", undefined, 400, "22P02"],
  // A row that is written.
  ["visitor", "POST contact_submissions", "", 400, "PGRST102"],
  ["visitor", "POST contact_submissions", "{", 400, "PGRST102"],
  ["visitor", "POST contact_submissions", '{"name":"Ann"', 400, "PGRST102"],
  ["visitor", "POST contact_submissions", [{ name: "a" }, { email: "b" }], 400, "PGRST102"],
  ["visitor", "POST contact_submissions", '{"name":"\\ud800","email":"a@b.co","requirement":"x"}', 400, "PGRST102"],
  ["visitor", "POST contact_submissions", { nothing: 1 }, 400, "PGRST204"],
  ["visitor", "POST contact_submissions?columns=nothing", CONTACT, 400, "PGRST204"],
  ["visitor", "POST contact_submissions", { name: "Ann" }, 400, "23502"],
  ["visitor", "POST contact_submissions", { ...CONTACT, email: "no" }, 400, "23514"],
  ["visitor", "POST contact_submissions", { ...CONTACT, name: "a".repeat(100_000) }, 400, "23514"],
  ["visitor", "POST contact_submissions", { ...CONTACT, created_at: "2020-01-01" }, 401, "42501"],
  ["visitor", "POST clients", { company_name: "Odd Ltd" }, 401, "42501"],
  ["client", "POST user_roles", { role: "admin" }, 403, "42501"],
  ["service", "POST job_requirements", { ...REQUIREMENT, positions_count: 99_999_999_999 }, 400, "22003"],
  ["service", "POST job_requirements", { ...REQUIREMENT, positions_count: "many" }, 400, "22P02"],
  ["service", "POST job_requirements", { ...REQUIREMENT, remote_allowed: "maybe" }, 400, "22P02"],
  ["service", "POST job_requirements", { ...REQUIREMENT, min_salary: 1e300 }, 400, "22003"],
  ["service", "POST job_requirements", { ...REQUIREMENT, status: "nostatus" }, 400, "22P02"],
  ["service", "POST job_requirements", { ...REQUIREMENT, deadline: "2026-02-30" }, 400, "22008"],
  ["service", `PATCH contact_submissions?id=eq.${ID}`, { nothing: 1 }, 400, "PGRST204"],
  // A function that is called.
  ["client", "POST rpc/no_such", {}, 404, "PGRST202"],
  ["client", "POST rpc/edit_company", { seen: 1, company_name: "a", nothing: 1 }, 404, "PGRST202"],
  ["client", "POST rpc/edit_company", { seen: 1 }, 404, "PGRST202"],
  ["client", "POST rpc/edit_company", "{", 400, "PGRST102"],
  ["visitor", "POST rpc/edit_company", { seen: 1, company_name: "a" }, 401, "42501"],
  ["client", "GET rpc/edit_company?seen=1&company_name=a", undefined, 405, "25006"],
  ["client", "PUT rpc/edit_company", {}, 405, "PGRST101"],
  ["client", "POST rpc/edit_company", { seen: "one", company_name: "a" }, 400, "22P02"],
  ["client", "POST rpc/edit_company", { seen: 1.5, company_name: "a" }, 400, "22P02"],
  ["client", "POST rpc/edit_company", { seen: true, company_name: "a" }, 400, "22P02"],
  ["client", "POST rpc/edit_company", { seen: [1], company_name: "a" }, 400, "22P02"],
  ["client", "POST rpc/edit_company", { seen: {}, company_name: "a" }, 400, "22P02"],
  ["client", "POST rpc/edit_company", { seen: 99_999_999_999, company_name: "a" }, 400, "22003"],
  ["client", "POST rpc/edit_requirement", { requirement: "x", seen: 1, entries: {} }, 400, "22P02"],
  ["client", "POST rpc/edit_requirement", { requirement: 7, seen: 1, entries: {} }, 400, "22P02"],
  ["client", "POST rpc/edit_requirement", { requirement: ID, seen: 1, entries: { job_title: "\0" } }, 400, "22P05"],
  ["client", "POST rpc/edit_requirement", `{"requirement":"${ID}","seen":1,"entries":{"notes":${DEEP}}}`, 413, "54001"],
  ["client", "POST rpc/send_cards", { requirement: ID, entries: ["x"], seen: [1] }, 400, "22P02"],
  ["client", "POST rpc/send_cards", { requirement: ID, entries: [ID], seen: [99_999_999_999] }, 400, "22003"],
];

/** What the Data API answers to what no page of ours asks: the statuses and codes of PostgREST, wherever it is. */
export function describeOddRequests(world: () => World): void {
  const client = prepare(() => world().addClient("Odd Ltd"));

  describe("is answered with PostgREST's status and code", () => {
    it.each(ROWS)("%s: %s %.60j: %i %s", async (who, request, body, status, code) => {
      const { url, publishableKey, secretKey } = world();
      const [method = "", path = ""] = request.split(" ");
      const apikey = who === "service" ? secretKey : publishableKey;
      const token = { visitor: publishableKey, client: world().tokenOf(client.userId), service: secretKey }[who];
      const answer = await fetch(`${url}/rest/v1/${path}`, {
        method,
        headers: { apikey, Authorization: `Bearer ${token}`, "Content-Type": "application/json" },
        ...(body !== undefined && { body: typeof body === "string" ? body : JSON.stringify(body) }),
      });
      expect([answer.status, await answer.json()]).toEqual([status, expect.objectContaining({ code })]);
    });
  });
}
