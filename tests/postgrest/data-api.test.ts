import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { DataApi, hasDataApi } from "../support/data-api.ts";

// What PostgREST answers: what the app meets on Supabase.
describe.skipIf(!hasDataApi)("PostgREST on the migrations", () => {
  let api: DataApi;
  beforeAll(async () => {
    api = await DataApi.start();
  });
  afterAll(() => api.stop());

  it("takes what a visitor sends, and refuses what a check refuses, in Postgres's own words", async () => {
    const contact = { name: "Ann", email: "ann@example.com", requirement: "Two engineers" };
    const table = () => api.as("anon").from("contact_submissions");
    expect(await table().insert(contact)).toMatchObject({ status: 201, error: null });
    expect(await table().insert({ ...contact, name: " " })).toMatchObject({ status: 400, error: { code: "23514" } });
    expect(await table().select()).toMatchObject({ status: 401, error: { code: "42501" } });
  });

  it("knows who is signed in", async () => {
    const [one, other] = [await api.addUser({ company_name: "Alpha" }), await api.addUser({ company_name: "Beta" })];
    for (const [userId, company_name] of [
      [one, "Alpha"],
      [other, "Beta"],
    ] as const) {
      const { data } = await api.asUser(userId).from("clients").select("user_id, company_name");
      expect(data).toEqual([{ user_id: userId, company_name }]);
    }
  });
});
