import { data } from "react-router";

/** Any path the table does not know: the root's not-found page (§2), whatever the method. */
export function loader(): never {
  throw data(null, { status: 404 });
}

export const action = loader;

export default function NotFoundPage() {
  return null;
}
