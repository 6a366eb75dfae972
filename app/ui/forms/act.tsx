import type { ReactNode } from "react";

/** A form's button with what it does under it, in nine words at most. */
export function Act({ does, children }: { does: string; children: ReactNode }) {
  return (
    <div className="press">
      {children}
      <p className="hint">{does}</p>
    </div>
  );
}
