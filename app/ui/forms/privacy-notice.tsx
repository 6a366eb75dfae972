type Points = readonly { label: string; text: string }[];
type Part = {
  id: string;
  title: string;
  lead?: string;
  paragraphs?: readonly string[];
  points?: Points;
  links?: readonly { label: string; href: string }[];
};

type PrivacyNoticeProps = {
  id: string;
  title: string;
  version: { text: string; date: string };
  lead: string;
  parts: readonly Part[];
};

function NoticePart({ id, title, lead, paragraphs = [], points = [], links = [] }: Part) {
  return (
    <section id={id} className="prose">
      <h3>{title}</h3>
      {lead && <p>{lead}</p>}
      {paragraphs.map((paragraph) => (
        <p key={paragraph}>{paragraph}</p>
      ))}
      {points.length > 0 && (
        <ul className="list">
          {points.map(({ label, text }) => (
            <li key={label}>
              <strong>{label}:</strong> {text}
            </li>
          ))}
        </ul>
      )}
      {links.length > 0 && (
        <ul className="list">
          {links.map(({ label, href }) => (
            <li key={label}>
              <a href={href}>{label}</a>
            </li>
          ))}
        </ul>
      )}
    </section>
  );
}

/** A notice with a version of its own, whose every part has an address: forms link to theirs. */
export function PrivacyNotice({ id, title, version, lead, parts }: PrivacyNoticeProps) {
  return (
    <section id={id} className="prose">
      <h2>{title}</h2>
      <p className="hint">
        Version of <time dateTime={version.date}>{version.text}</time>
      </p>
      <p>{lead}</p>
      {parts.map((part) => (
        <NoticePart key={part.id} {...part} />
      ))}
    </section>
  );
}
