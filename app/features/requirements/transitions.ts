import type { Enums } from "~/lib/database.types";

type Status = Enums<"requirement_status">;

/**
 * Which status each side may give a requirement, by the one it has. The database decides
 * (`private.requirement_transitions`), and a test compares the two; pages offer what stands here. A company's is a
 * withdrawal, which needs a reason.
 */
export const transitions = {
  company: { new: ["cancelled"], in_progress: ["cancelled"], filled: [], cancelled: [] },
  team: {
    new: ["in_progress", "filled", "cancelled"],
    in_progress: ["new", "filled", "cancelled"],
    filled: ["new", "in_progress", "cancelled"],
    cancelled: ["new", "in_progress", "filled"],
  },
} as const satisfies Record<Enums<"side">, Record<Status, readonly Status[]>>;

/** May the company still edit a requirement of this status? */
export function isEditable(status: Status): boolean {
  return status === "new" || status === "in_progress";
}
