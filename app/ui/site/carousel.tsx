import type { ReactNode } from "react";

type CarouselProps = { label: string; itemName: string; slides: readonly { id: string; content: ReactNode }[] };

/**
 * Slides in a row that scrolls by itself, by touch, by keyboard and by its dots, which are plain links. A script adds
 * pause, previous, next and the advance every five seconds (§4); without one nothing is hidden, and nothing is dead.
 */
export function Carousel({ label, itemName, slides }: CarouselProps) {
  return (
    <div
      className="carousel"
      role="group"
      aria-roledescription="carousel"
      aria-label={label}
      data-carousel
      data-item={itemName}
    >
      <div className="carousel-controls" data-controls>
        {slides.map(({ id }, index) => (
          <a key={id} href={`#${id}`} className="dot" data-dot aria-label={`${itemName} ${index + 1}`} />
        ))}
      </div>
      <ul className="slides" tabIndex={0} aria-label={label}>
        {slides.map(({ id, content }) => (
          <li key={id} id={id}>
            {content}
          </li>
        ))}
      </ul>
    </div>
  );
}
