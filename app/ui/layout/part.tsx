import type { ReactNode } from "react";

type PartProps = {
  /** The heading's id, by which the part is named. */
  id: string;
  title: ReactNode;
  /** How the heading looks. */
  heading?: string;
  className?: string;
  children: ReactNode;
};

/** A part of a page one works on, named by its heading. */
export function Part({ id, title, heading = "mb-3 text-xl", className, children }: PartProps) {
  return (
    <section className={className} aria-labelledby={id}>
      <h2 id={id} className={heading}>
        {title}
      </h2>
      {children}
    </section>
  );
}
