import type { SupabaseClient } from "@supabase/supabase-js";
import { expect } from "vitest";
import { fileRequirement, type RequirementRow } from "../../support/people/requirements.ts";
import type { Member } from "../world.ts";

/** What a function of the database answers, which has no type here. */
export type Answer<Value = unknown> = { data: Value; error: { code: string; message: string } | null; status: number };

/** Calls a function of the database. */
export async function rpc<Value = unknown>(
  api: SupabaseClient,
  name: string,
  parameters: Record<string, unknown> = {},
): Promise<Answer<Value>> {
  return (await api.rpc(name, parameters)) as Answer<Value>;
}

/** Calls a function that must not be refused. @returns what it answers */
export async function ask<Value>(
  api: SupabaseClient,
  name: string,
  parameters: Record<string, unknown> = {},
): Promise<Value> {
  const { data, error } = await rpc<Value>(api, name, parameters);
  expect(error).toBeNull();
  return data;
}

/** The code of a row that a check refuses: PostgREST's, or the embedded backend's (docs/decisions/database.md). */
export const REFUSED_BY_CHECK = /^(23514|SUP)$/;

/** A requirement's entries, as its form gives them. */
export const entries = {
  job_title: "Welder",
  job_type: "permanent" as const,
  location: "Pune",
  required_skills: ["TIG"],
  job_description: "Weld.",
};

/** Files a requirement for the own company. @returns its id */
export const file = (member: Member, more: Partial<RequirementRow> = {}) =>
  fileRequirement(member, { ...entries, ...more });
