/** How long a slide stays, in milliseconds (§9). */
const ADVANCE = 5000;

function isVisible(element: Element): boolean {
  return !document.hidden && element.matches(":not(:hover):not(:focus-within)");
}

/** A button of the controls, which a page without a script has no use for. */
function button(text: string, label?: string): HTMLButtonElement {
  const made = document.createElement("button");
  made.type = "button";
  made.className = "btn btn-quiet";
  made.textContent = text;
  if (label) made.ariaLabel = label;
  return made;
}

function enhance(carousel: HTMLElement): void {
  const list = carousel.querySelector<HTMLElement>(".slides");
  const dots = [...carousel.querySelectorAll<HTMLAnchorElement>("[data-dot]")];
  const controls = carousel.querySelector("[data-controls]");
  if (!list || !controls) return;
  const { item } = carousel.dataset;
  const pause = button("Pause");
  pause.classList.add("pause");
  const previous = button("←", `Previous ${item}`);
  const next = button("→", `Next ${item}`);
  // After the dots, which must not move away under a finger; and before the slides, so that who is read the page can stop
  // them first.
  controls.append(pause, previous, next);
  const still = matchMedia("(prefers-reduced-motion: reduce)");
  let current = 0;
  let isPaused = still.matches;

  /** Shows what is current, to eyes and to screen readers: those hear of a slide only while none comes by itself. */
  function mark(): void {
    const isAdvancing = !isPaused && !still.matches && isVisible(carousel);
    list!.ariaLive = isAdvancing ? "off" : "polite";
    [...list!.children].forEach((slide, index) => (slide.ariaHidden = index === current ? null : "true"));
    dots.forEach((dot, index) => (dot.ariaCurrent = index === current ? "true" : null));
    pause.textContent = isPaused ? "Play" : "Pause";
  }

  /** Shows a slide; past either end it goes on at the other. */
  function show(index: number): void {
    current = (index + dots.length) % dots.length;
    list!.scrollTo({ left: current * list!.clientWidth, behavior: still.matches ? "auto" : "smooth" });
    mark();
  }

  /** Shows the slide that somebody asked for, and the slides themselves, should they be below the screen's edge. */
  function lead(index: number): void {
    show(index);
    list!.scrollIntoView({ block: "nearest" });
  }

  previous.addEventListener("click", () => lead(current - 1));
  next.addEventListener("click", () => lead(current + 1));
  pause.addEventListener("click", () => {
    isPaused = !isPaused;
    mark();
  });
  dots.forEach((dot, index) =>
    dot.addEventListener("click", (event) => {
      event.preventDefault();
      lead(index);
    }),
  );
  for (const event of ["focusin", "focusout", "pointerenter", "pointerleave"]) {
    // After the event, when what it is about holds.
    carousel.addEventListener(event, () => void setTimeout(mark));
  }
  // A finger or the arrow keys may have scrolled it.
  list.addEventListener("scrollend", () => {
    current = Math.round(list.scrollLeft / list.clientWidth);
    mark();
  });
  setInterval(() => {
    if (!isPaused && !still.matches && isVisible(carousel)) show(current + 1);
  }, ADVANCE);
  mark();
}

/** Previous, next, dots, pause and the advance every five seconds, for each carousel (§4). */
export function enhanceCarousels(): void {
  document.querySelectorAll<HTMLElement>("[data-carousel]").forEach(enhance);
}
