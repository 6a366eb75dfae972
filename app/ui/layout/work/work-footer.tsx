import { Fragment } from "react";

type Link = { label: string; path: string };

type WorkFooterProps = { company: string; year: number; links: readonly Link[]; zone: string };

/** The footer where people work: a line, for those who know the rest. */
export function WorkFooter({ company, year, links, zone }: WorkFooterProps) {
  return (
    <footer className="footer no-print">
      <nav className="wrap line" aria-label="Footer">
        {links.map(({ label, path }) => (
          // The space parts two where there is no stylesheet.
          <Fragment key={path}>
            <a href={path}>{label}</a>{" "}
          </Fragment>
        ))}
        <span className="hint">{zone}</span>{" "}
        <span className="hint">
          © {year} {company}
        </span>
      </nav>
    </footer>
  );
}
