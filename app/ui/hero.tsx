import type { ReactNode } from "react";
import type { IconName } from "~/lib/icon-names";
import { Figures } from "./figures";
import { Icon } from "./icon";

type HeroProps = {
  title: string;
  lead: string;
  icon?: IconName;
  figures?: readonly { value: string; label: string }[];
  /** The buttons. */
  children?: ReactNode;
  /** Stands beside the words on a wide screen. */
  picture?: ReactNode;
};

/** The head of a page: what it is about, and what to do next. */
export function Hero({ title, lead, icon, figures, children, picture }: HeroProps) {
  return (
    <div className="hero">
      <div className="wrap hero-grid">
        <div>
          {icon && (
            <p className="hero-icon">
              <Icon name={icon} />
            </p>
          )}
          <h1>{title}</h1>
          <p className="lead mt-5">{lead}</p>
          {children && <p className="actions mt-8">{children}</p>}
        </div>
        {picture}
      </div>
      {figures && (
        <div className="wrap mt-12">
          <Figures items={figures} />
        </div>
      )}
    </div>
  );
}
