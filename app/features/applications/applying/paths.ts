/** Where somebody applies for a job. */
export function applyPath(slug: string): string {
  return `/jobs/${slug}/apply`;
}

/** Page two. */
export function sentPath(token: string): string {
  return `/jobs/apply/${token}`;
}

/** Where the link of the confirming mail leads. */
export function confirmPath(token: string): string {
  return `/jobs/confirm/${token}`;
}

export const jobsPath = "/jobs";
