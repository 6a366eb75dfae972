import { pathWith } from "~/lib/http/path";
import { ButtonLink } from "~/ui/forms/button";

type PagesProps = {
  path: string;
  /** The list's filters, without its place. */
  search?: Record<string, string | undefined>;
  /** Where the next page starts; null on the last. */
  next: string | null;
  isFirst: boolean;
  /** The name of a place in the address. */
  place?: string;
  /** What leads to the first page, and to the next one. */
  words?: readonly [first: string, next: string];
};

/** The ways from one page of a list, the newest first unless other words say so, to its others. */
export function Pages(props: PagesProps) {
  const { path, search = {}, next, isFirst, place = "before", words = ["Newest", "Older"] } = props;
  if (isFirst && next === null) return null;
  return (
    <nav className="actions mt-6" aria-label="Pages">
      {!isFirst && (
        <ButtonLink href={pathWith(path, search)} variant="outline">
          {words[0]}
        </ButtonLink>
      )}
      {next !== null && (
        <ButtonLink href={pathWith(path, { ...search, [place]: next })} variant="outline">
          {words[1]}
        </ButtonLink>
      )}
    </nav>
  );
}
