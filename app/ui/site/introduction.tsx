/** What a page is for, and for whom: its first words large, the rest at their side. */
export function Introduction({ paragraphs }: { paragraphs: readonly string[] }) {
  const [first, ...rest] = paragraphs;
  return (
    <div className="section">
      <div className="wrap split">
        <p className="serif statement">{first}</p>
        <div>
          {rest.map((paragraph) => (
            <p key={paragraph}>{paragraph}</p>
          ))}
        </div>
      </div>
    </div>
  );
}
