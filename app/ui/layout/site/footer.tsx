type Link = { label: string; path: string };

type FooterProps = {
  company: string;
  year: number;
  groups: readonly { title: string; links: readonly Link[] }[];
  social: { name: string; url: string };
  hire: Link;
  /** The team's way in. */
  team: Link;
};

/** The shared footer (§2). Back to top is a link to the document's start; the browser scrolls as the visitor likes it. */
export function Footer({ company, year, groups, social, hire, team }: FooterProps) {
  return (
    <footer className="footer no-print">
      <nav className="wrap" aria-label="Footer">
        {groups.map(({ title, links }) => (
          <div key={title}>
            <p className="label">{title}</p>
            <ul>
              {links.map(({ label, path }) => (
                <li key={path}>
                  <a href={path}>{label}</a>
                </li>
              ))}
            </ul>
          </div>
        ))}
        <div className="grid gap-2 content-start justify-items-start">
          <a href={hire.path} className="btn">
            {hire.label}
          </a>
          <p>
            <a href={social.url} rel="noopener">
              {company} on {social.name}
            </a>
          </p>
          <p>
            <a href="#top">Back to top</a>
          </p>
          <p>
            <a href={team.path}>{team.label}</a>
          </p>
        </div>
      </nav>
      <p className="wrap hint mt-8">
        © {year} {company}. All rights reserved.
      </p>
    </footer>
  );
}
