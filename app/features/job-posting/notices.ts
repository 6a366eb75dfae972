import { errorNotice } from "~/lib/http/notices";

/** §5, "Job posting"; its other notices stand in `publicForms`. */
export const missingNotice = errorNotice(
  "Missing Required Fields",
  "Please fill in all required fields marked with *.",
);
