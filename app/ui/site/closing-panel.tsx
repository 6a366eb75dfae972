import type { ReactNode } from "react";

/** The end of a page: one sentence, and the buttons that follow from it. */
export function ClosingPanel({ title, text, children }: { title: string; text: string; children: ReactNode }) {
  return (
    <div className="wrap section">
      <div className="panel">
        <div>
          <h2>{title}</h2>
          <p className="lead">{text}</p>
        </div>
        <p className="actions">{children}</p>
      </div>
    </div>
  );
}
