import type { ReactNode } from "react";

type PageHeaderProps = {
  title: string;
  lead?: ReactNode;
  /** On a page one works on: the heading stands on the paper, and what is next to it at its side. */
  isWork?: boolean;
  children?: ReactNode;
};

/** The head of a page one works on or reads: its heading with the sentence under it, and what may stand beside them. */
export function PageHeader({ title, lead, isWork = false, children }: PageHeaderProps) {
  // Where people work it may be somebody's own title, in whatever script.
  const dir = isWork ? "auto" : undefined;
  const words = (
    <>
      <h1 dir={dir}>{title}</h1>
      {lead && (
        <p className="lead" dir={dir}>
          {lead}
        </p>
      )}
    </>
  );
  if (isWork) {
    return (
      <div className="wrap work-head">
        <div>{words}</div>
        {children}
      </div>
    );
  }
  return (
    <div className="band-pine page-head">
      <div className="wrap">
        {words}
        {children}
      </div>
    </div>
  );
}
