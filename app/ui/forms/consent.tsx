/** What sending a form means for one's data, and where it is written. */
export function Consent({
  before,
  label,
  path,
  after,
}: {
  before: string;
  label: string;
  path: string;
  after: string;
}) {
  return (
    <p className="hint">
      {before} <a href={path}>{label}</a>
      {after}
    </p>
  );
}
