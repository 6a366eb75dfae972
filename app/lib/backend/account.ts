import type { Enums } from "~/lib/backend/database.types";

/** Who is signed in, as a private page's loader says it (`account`). */
export type Account = {
  email: string;
  /** What they are called; missing for who has no company, or while it can't be looked up. */
  name?: string | undefined;
  /** Missing for somebody who has none, or while it can't be looked up. */
  company?: string | undefined;
  /** What they may do in it. */
  access?: Enums<"member_access"> | undefined;
  /** For colleagues. */
  team?: TeamAccount | undefined;
};

/** Who of the team it is. */
export type TeamAccount = {
  name: string;
  /** In words. */
  role: string;
  isAdmin: boolean;
  /** May take whole lists along. */
  mayExport: boolean;
  /** How much of the inbox is theirs to do, or nobody's. */
  todo: number;
  /** Until when they are away, in words. */
  away?: string | undefined;
};
