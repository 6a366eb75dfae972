import { replace } from "react-router";

/** /demo goes to /consultation, replacing the history entry (§2). */
export function loader() {
  return replace("/consultation", 301);
}
