import { ButtonLink } from "./button";

type PagesProps = {
  path: string;
  /** The list's filters, without its place. */
  search?: Record<string, string>;
  /** Where the next page starts; null on the last. */
  next: string | null;
  isFirst: boolean;
};

/** The address of a list, at a place of it or at its start. */
function pathTo(path: string, search: Record<string, string>): string {
  const query = new URLSearchParams(search).toString();
  return query === "" ? path : `${path}?${query}`;
}

/** The ways from one page of a list, the newest first, to its others. */
export function Pages({ path, search = {}, next, isFirst }: PagesProps) {
  if (isFirst && next === null) return null;
  return (
    <nav className="actions mt-6" aria-label="Pages">
      {!isFirst && (
        <ButtonLink href={pathTo(path, search)} variant="outline">
          Newest
        </ButtonLink>
      )}
      {next !== null && (
        <ButtonLink href={pathTo(path, { ...search, before: next })} variant="outline">
          Older
        </ButtonLink>
      )}
    </nav>
  );
}
