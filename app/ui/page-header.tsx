import type { ReactNode } from "react";

/** A page's heading with the sentence under it, and what may stand beside them. */
export function PageHeader({ title, lead, children }: { title: string; lead?: string; children?: ReactNode }) {
  return (
    <div className="wrap pt-10 pb-6 sm:pt-16">
      <h1>{title}</h1>
      {lead && <p className="lead mt-4">{lead}</p>}
      {children}
    </div>
  );
}
