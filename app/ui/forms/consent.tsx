type ConsentProps = { before: string; label: string; path: string; after: string };

/** What sending a form means for one's data, and where it is written. */
export function Consent({ before, label, path, after }: ConsentProps) {
  return (
    <p className="hint">
      {before} <a href={path}>{label}</a>
      {after}
    </p>
  );
}
