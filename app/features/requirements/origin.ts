import { ofForms } from "~/content/public-forms";
import type { Tables } from "~/lib/backend/database.types";

const { contact: _written, ...origins } = ofForms("origin");

/** The columns that name the public form which a requirement was made of; what was said or written to the team is none. */
export const formColumns = Object.values(origins);

type OfForm = Pick<Tables<"job_requirements">, (typeof formColumns)[number]>;

/** What of a requirement tells whether the team has filed it, and of what. */
export type Origin = Pick<Tables<"job_requirements">, "is_filed_by_team"> & OfForm;

/** Was it made of a public form? Whom that names is not proved. */
export function isOfForm(requirement: OfForm): boolean {
  return formColumns.some((column) => requirement[column] !== null);
}

/** A requirement as its company sees it, which is told no id of a form. */
export function withoutOrigin<Row extends Origin>(requirement: Row): Omit<Row, keyof Origin> {
  const hidden = new Set<string>(["is_filed_by_team", ...formColumns]);
  return Object.fromEntries(Object.entries(requirement).filter(([column]) => !hidden.has(column))) as Omit<
    Row,
    keyof Origin
  >;
}
