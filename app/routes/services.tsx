import { titled } from "~/content/company";
import { pillars } from "~/content/services/pillars";
import { pageMeta } from "~/lib/meta";
import { ButtonLink } from "~/ui/button";
import { ClosingPanel } from "~/ui/closing-panel";
import { Hero } from "~/ui/hero";
import { Icon } from "~/ui/icon";
import { Ticks } from "~/ui/ticks";

const TITLE = "Services";
const LEAD = "Core hiring, global extended services and technology, from one team and under one agreement.";

export function meta() {
  return pageMeta(titled(TITLE), LEAD);
}

/** The services overview with its three pillars (§2). */
export default function ServicesPage() {
  return (
    <>
      <Hero title={TITLE} lead={LEAD}>
        <ButtonLink href="/contact">Get Started Today</ButtonLink>
        <a href="/brochure.pdf" className="btn btn-outline" download>
          Download Brochure
        </a>
      </Hero>
      <div className="wrap">
        <ul className="cards">
          {pillars.map(({ path, name, icon, lead, offers }) => (
            <li key={path} className="card">
              <Icon name={icon} />
              <h2 className="text-xl">{name}</h2>
              <p>{lead}</p>
              <Ticks points={offers} />
              <p className="count">
                <a href={path} className="btn btn-outline" aria-label={`Learn More: ${name}`}>
                  Learn More
                </a>
              </p>
            </li>
          ))}
        </ul>
      </div>
      <ClosingPanel title="Which of it do you need?" text="Perhaps one thing, perhaps all. We only propose what helps.">
        <ButtonLink href="/contact">Discuss Your Needs</ButtonLink>
      </ClosingPanel>
    </>
  );
}
