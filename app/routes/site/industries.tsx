import { caseCards, industries } from "~/content/industries/all";
import { pageMeta } from "~/lib/http/meta";
import { ButtonLink } from "~/ui/forms/button";
import { ClosingPanel } from "~/ui/site/closing-panel";
import { BeforeAfter } from "~/ui/drawings/before-after";
import { Street } from "~/ui/drawings/street";
import { Hero } from "~/ui/site/hero";
import { DrawingTiles } from "~/ui/site/drawing-tiles";
import { Section } from "~/ui/layout/site/section";

const TITLE = "Industries";
const LEAD = "Recruiters who know the work they hire for, in eight industries.";

/** Trades that one knows by their houses. */
const STREET = ["banking-financial-services", "manufacturing-engineering", "logistics-supply-chain"] as const;

export const meta = () => pageMeta(TITLE, LEAD);

/** The industries overview: eight tiles and three case cards (§2). */
export default function IndustriesPage() {
  return (
    <>
      <Hero title={TITLE} lead={LEAD} picture={<Street houses={STREET} />}>
        <ButtonLink href="/hire-talent">Hire Talent</ButtonLink>
        <ButtonLink href="/consultation" variant="outline">
          Get Consultation
        </ButtonLink>
      </Hero>
      <Section title="Where we hire">
        <DrawingTiles
          tiles={industries.map(({ name, tile, path, drawing }) => ({ drawing, title: name, text: tile, path }))}
        />
      </Section>
      <Section title="What it came to" lead="Three clients, three figures." ground="sand">
        <ul className="rows">
          {caseCards.map(({ figure, label, change, company, challenge, result }) => (
            <li key={label}>
              <div>
                <p className="figure">{figure}</p>
                <p>{label}</p>
                <BeforeAfter change={change} />
              </div>
              <div>
                <h3>{company}</h3>
                <p>{challenge}</p>
                <p>{result}</p>
              </div>
            </li>
          ))}
        </ul>
      </Section>
      <ClosingPanel
        title="Your industry is not here?"
        text="Ask. The way we search is the same, and we say so if we can't."
      >
        <ButtonLink href="/contact">Contact Us</ButtonLink>
      </ClosingPanel>
    </>
  );
}
