import type { Context } from "~/lib/http/context";
import type { Result } from "~/lib/result";
import { isRowId } from "~/lib/schema/fields";
import { mutateAsUser, queryAsUser } from "~/lib/backend/calls.server";
import type { KeptTemplate, Template } from "./templates";

/** More there can't be. */
const MOST = 50;

/** The titles of the texts that the team answers with. */
export function loadTemplateTitles(context: Context): Promise<Result<Pick<Template, "id" | "title">[]>> {
  return queryAsUser(context, (person) =>
    person.from("reply_templates").select("id, title").order("title").order("id").limit(MOST),
  );
}

/** One of them. @returns null when it is not there */
export async function loadTemplate(context: Context, id: string): Promise<Result<KeptTemplate | null>> {
  if (!isRowId(id)) return { ok: true, value: null };
  const found = await queryAsUser(context, (person) =>
    person.from("reply_templates").select("id, title, body, version, updated_by, updated_at").eq("id", id).limit(1),
  );
  return found.ok ? { ok: true, value: found.value[0] ?? null } : found;
}

/** Keeps a text; a new one where no version was seen. */
export function saveTemplate(context: Context, { id, version, title, body }: Template): Promise<Result<unknown>> {
  return mutateAsUser(context, (person) =>
    person.rpc("save_reply_template", { template: id, seen: version, title, body }),
  );
}

/** Deletes a template, on the version that was read; else 409. */
export function deleteTemplate(context: Context, id: string, seen: number): Promise<Result<unknown>> {
  return mutateAsUser(context, (person) => person.rpc("delete_reply_template", { template: id, seen }));
}
