import { afterEach, beforeAll, expect } from "vitest";
import type { Tables } from "~/lib/backend/database.types";
import { asking } from "../../support/api/asking.ts";
import { freshEmail } from "../../support/people/people.ts";
import type { World } from "../world.ts";

type Item = Tables<"inbox_items">;

/** Leaves nothing to do in the inbox but what a test itself sends. @returns how it sends, and reads a line again */
export function clearInbox(world: () => World) {
  const { table, row, itemOf } = asking(world);

  async function finishAll(): Promise<void> {
    await table("inbox_items").update({ state: "done", assignee: null, claim_expires_at: null }).neq("state", "done");
  }
  beforeAll(finishAll);
  afterEach(finishAll);

  return {
    /** Sends an enquiry as anybody can. @returns its line */
    send: async (more: Record<string, unknown> = {}): Promise<Item> => {
      const email = freshEmail("sender");
      const sent = { name: "Sender", email, company: "Sender & Sons", requirement: "Two cooks", ...more };
      expect((await world().anon.from("contact_submissions").insert(sent)).error).toBeNull();
      return itemOf("contact_id", (await row("contact_submissions", "email", email)).id);
    },
    again: ({ id }: Item) => itemOf("id", id),
  };
}
