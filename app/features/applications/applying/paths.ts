/** Where somebody applies for a job. */
export function applyPath(slug: string): string {
  return `/jobs/${slug}/apply`;
}

/** Page two. */
export function sentPath(token: string): string {
  return `/jobs/apply/${token}`;
}

/** Page one once more, with all that was typed. */
export function correctPath(token: string): string {
  return `${sentPath(token)}/again`;
}

/** Where the link of the confirming mail leads. */
export function confirmPath(token: string): string {
  return `/jobs/confirm/${token}`;
}

export const jobsPath = "/jobs";
