import { ofForms } from "~/content/public-forms";

/** Where the public forms are. */
export const formPaths = Object.values(ofForms("path"));
