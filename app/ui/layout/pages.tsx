import { pathWith } from "~/lib/http/path";
import { ButtonLink } from "~/ui/forms/button";

type PagesProps = {
  path: string;
  /** The list's filters, without its place. */
  search?: Record<string, string | undefined>;
  /** Where the next page starts; null on the last. */
  next: string | null;
  isFirst: boolean;
};

/** The ways from one page of a list, the newest first, to its others. */
export function Pages({ path, search = {}, next, isFirst }: PagesProps) {
  if (isFirst && next === null) return null;
  return (
    <nav className="actions mt-6" aria-label="Pages">
      {!isFirst && (
        <ButtonLink href={pathWith(path, search)} variant="outline">
          Newest
        </ButtonLink>
      )}
      {next !== null && (
        <ButtonLink href={pathWith(path, { ...search, before: next })} variant="outline">
          Older
        </ButtonLink>
      )}
    </nav>
  );
}
