import type { ReactNode } from "react";

export type BadgeColour = "blue" | "yellow" | "green" | "red" | "orange";

const CLASSES: Record<BadgeColour, string> = {
  blue: "badge badge-blue",
  yellow: "badge badge-yellow",
  green: "badge badge-green",
  red: "badge badge-red",
  orange: "badge badge-orange",
};

type BadgeProps = { colour: BadgeColour | undefined; label: string; children: ReactNode };

/** A short state in its colour, grey when it has none. The label says what it is a state of to those who can't see it. */
export function Badge({ colour, label, children }: BadgeProps) {
  return (
    <span>
      <span className="sr-only">{label}: </span>
      <span className={colour ? CLASSES[colour] : "badge"}>{children}</span>
    </span>
  );
}
