import { pillars } from "~/content/services/pillars";
import { pageMeta } from "~/lib/http/meta";
import { ButtonLink } from "~/ui/forms/button";
import { ClosingPanel } from "~/ui/site/closing-panel";
import { Drawing } from "~/ui/drawings/drawing";
import { Street } from "~/ui/drawings/street";
import { Hero } from "~/ui/site/hero";
import { Ticks } from "~/ui/forms/ticks";

const TITLE = "Services";
const LEAD = "Core hiring, global extended services and technology, from one team and under one agreement.";

export const meta = () => pageMeta(TITLE, LEAD);

/** The services overview with its three pillars (§2). */
export default function ServicesPage() {
  return (
    <>
      <Hero title={TITLE} lead={LEAD} picture={<Street houses={["temporary-contract"]} />}>
        <ButtonLink href="/contact">Get Started Today</ButtonLink>
        <a href="/brochure.pdf" className="btn btn-outline" download>
          Download Brochure
        </a>
      </Hero>
      <div className="wrap section">
        <ul className="rows">
          {pillars.map(({ path, name, drawing, tile, offers }) => (
            <li key={path}>
              <div>
                <Drawing name={drawing} />
                <h2 className="text-xl">{name}</h2>
                <p>{tile}</p>
              </div>
              <div>
                <Ticks points={offers} />
                <p>
                  <a href={path} className="btn btn-outline" aria-label={`Learn More: ${name}`}>
                    Learn More
                  </a>
                </p>
              </div>
            </li>
          ))}
        </ul>
      </div>
      <ClosingPanel
        title="Which of these do you need?"
        text="Perhaps one thing, perhaps all. We only propose what helps."
      >
        <ButtonLink href="/contact">Discuss Your Needs</ButtonLink>
      </ClosingPanel>
    </>
  );
}
