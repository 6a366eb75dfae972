type Door = { title: string; text: string; label: string; path: string };

/** The ways on from a page that people come to for different things: one each, side by side where there is room. */
export function Doors({ title, doors }: { title: string; doors: readonly Door[] }) {
  return (
    <section className="wrap section" aria-label={title}>
      <ul className="doors">
        {doors.map(({ title: name, text, label, path }) => (
          <li key={path}>
            <h2>{name}</h2>
            <p>{text}</p>
            <p>
              <a href={path} className="btn btn-outline">
                {label}
              </a>
            </p>
          </li>
        ))}
      </ul>
    </section>
  );
}
