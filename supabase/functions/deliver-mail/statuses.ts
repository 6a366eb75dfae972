/**
 * What is said of a requirement's status: in a subject, in a sentence about it, and in a line of a list. The site lists the
 * same statuses in app/features/requirements/statuses.ts; a test compares the two.
 */
export const STATUS_WORDS = {
  new: ["New again", "It is open again. No recruiter works on it yet.", "open again"],
  in_progress: ["In progress", "We are working on it now.", "in progress"],
  filled: ["Filled", "It is filled.", "filled"],
  cancelled: ["Cancelled", "It is cancelled.", "cancelled"],
} as const;

export type Status = keyof typeof STATUS_WORDS;

/** Their names. */
export const statuses = Object.keys(STATUS_WORDS) as [Status, ...Status[]];
