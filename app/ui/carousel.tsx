import type { ReactNode } from "react";

type CarouselProps = { label: string; itemName: string; slides: readonly { id: string; content: ReactNode }[] };

/**
 * Slides in a row that scrolls by itself, by touch, by keyboard and by its dots, which are plain links. A script adds
 * pause, previous, next and the advance every five seconds (§4); without one nothing is hidden. The controls come first,
 * pause before all: who is read a page to can stop it before it moves under them.
 */
export function Carousel({ label, itemName, slides }: CarouselProps) {
  return (
    <div className="carousel" role="group" aria-roledescription="carousel" aria-label={label} data-carousel>
      <div className="carousel-controls">
        <button type="button" className="btn btn-quiet pause" data-pause hidden>
          Pause
        </button>
        <button type="button" className="btn btn-quiet" data-previous hidden aria-label={`Previous ${itemName}`}>
          ←
        </button>
        {slides.map(({ id }, index) => (
          <a key={id} href={`#${id}`} className="dot" data-dot aria-label={`${itemName} ${index + 1}`} />
        ))}
        <button type="button" className="btn btn-quiet" data-next hidden aria-label={`Next ${itemName}`}>
          →
        </button>
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
