import { Fragment } from "react";

/** One of the pages of the same thing; the count is of what is new on it, or as `counted` says. */
export type Tab = { label: string; path: string; count?: number; counted?: string };

type TabsProps = {
  /** What the pages are of, for those who hear it. */
  label: string;
  tabs: readonly Tab[];
  /** The path of the page's own tab. */
  current: string;
};

/** The pages of one thing, as links: each has an address, and is a page of its own. */
export function Tabs({ label, tabs, current }: TabsProps) {
  return (
    <nav className="tabs no-print" aria-label={label}>
      {tabs.map(({ label: words, path, count = 0, counted = "new" }) => (
        <Fragment key={path}>
          <a href={path} aria-current={path === current ? "page" : undefined}>
            {words}
            {count > 0 && (
              <strong className="count">
                {count}
                <span className="sr-only"> {counted}</span>
              </strong>
            )}
          </a>{" "}
        </Fragment>
      ))}
    </nav>
  );
}
