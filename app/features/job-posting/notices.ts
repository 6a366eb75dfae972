import { errorNotice, successNotice } from "~/lib/http/notices";

/** §5 and §8, "Job posting". */
export const jobPostingNotices = {
  missing: errorNotice("Missing Required Fields", "Please fill in all required fields marked with *."),
  posted: successNotice(
    "Job Posted Successfully!",
    "We'll review your requirements and get back to you within 48 hours",
  ),
  failed: errorNotice("Submission Failed", "There was an error submitting your job. Please try again."),
};
