import { replace } from "react-router";

/** /trial goes to /get-started, replacing the history entry (§2). */
export function loader() {
  return replace("/get-started", 301);
}
