import type { Notice } from "~/lib/http/notice.server";

/** §5 and §8, "Job posting". */
export const jobPostingNotices = {
  missing: {
    type: "error",
    title: "Missing Required Fields",
    text: "Please fill in all required fields marked with *.",
  },
  posted: {
    type: "success",
    title: "Job Posted Successfully!",
    text: "We'll review your requirements and get back to you within 48 hours",
  },
  failed: {
    type: "error",
    title: "Submission Failed",
    text: "There was an error submitting your job. Please try again.",
  },
} as const satisfies Record<string, Notice>;
