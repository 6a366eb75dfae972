import type { ReactNode } from "react";
import { Figures } from "./figures";

type HeroProps = {
  /** What the page is called, over a headline in its trade's own words. */
  name?: string;
  title: string;
  /** What of the title is underlined: the one word that leads the eye. */
  marked?: string | undefined;
  lead: string;
  /** Where in the site the page stands: its parent. */
  parent?: { label: string; path: string };
  figures?: readonly { value: string; label: string }[];
  /** The buttons. */
  children?: ReactNode;
  /** Stands beside the words on a wide screen. */
  picture?: ReactNode;
  /** The home page's own: larger, with its picture half set behind the figures. */
  isHome?: boolean;
};

/** A headline with its marked word underlined, under the page's name. */
function Headline({ name, title, marked }: Pick<HeroProps, "name" | "title" | "marked">) {
  const [before, after] = marked ? title.split(marked) : [title];
  return (
    <h1>
      {name && (
        <>
          <span className="name">
            {name}
            <span className="sr-only">:</span>
          </span>{" "}
        </>
      )}
      {before}
      {marked && <span className="marked">{marked}</span>}
      {after}
    </h1>
  );
}

/** The head of a page: what it is about, and what to do next. */
export function Hero({ name, title, marked, lead, parent, figures, children, picture, isHome = false }: HeroProps) {
  return (
    <>
      <div className={isHome ? "band-pine hero hero-home" : "band-pine hero"}>
        <div className="wrap hero-grid">
          <div className="hero-words">
            {parent && (
              <p className="crumb">
                <a href={parent.path}>{parent.label}</a>
              </p>
            )}
            <Headline name={name} title={title} marked={marked} />
            <p className="lead">{lead}</p>
            {children && <p className="actions">{children}</p>}
          </div>
          {picture}
        </div>
      </div>
      {figures && (
        <div className="band-deep">
          <div className="wrap">
            <Figures items={figures} />
          </div>
        </div>
      )}
    </>
  );
}
