import type { Notice } from "~/lib/toast.server";

/** §8, "Dashboard" and "Submit requirement". */
export const requirementMessages = {
  fetchFailed: (message: string) => ({ type: "error", title: `Error fetching requirements: ${message}` }),
  clientNotFound: { type: "error", title: "Client data not found" },
  submitFailed: (message: string) => ({ type: "error", title: `Error submitting requirement: ${message}` }),
  submitted: { type: "success", title: "Job requirement submitted successfully!" },
} as const satisfies Record<string, Notice | ((message: string) => Notice)>;
