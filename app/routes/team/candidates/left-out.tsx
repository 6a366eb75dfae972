import { leftOutFile } from "~/features/candidates/import/import.server";
import { fileOf } from "~/pages/export";

/** /team/export/left-out.csv?import=: the rows of a table that were not imported, for whose table it is. */
export const middleware = fileOf("left-out.csv", [], (context, search) =>
  leftOutFile(context, search.get("import") ?? ""),
);

/** To whom there is no such file there is the not-found page, which stands in the place of this. */
export default function LeftOutPage() {
  return null;
}
