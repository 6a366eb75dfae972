import { titled } from "~/content/company";
import { caseCards, industries } from "~/content/industries/all";
import { pageMeta } from "~/lib/meta";
import { ButtonLink } from "~/ui/button";
import { CardGrid } from "~/ui/card-grid";
import { ClosingPanel } from "~/ui/closing-panel";
import { Hero } from "~/ui/hero";
import { Section } from "~/ui/section";

const TITLE = "Industries";
const LEAD = "Recruiters who know the work they hire for, in eight industries.";

export function meta() {
  return pageMeta(titled(TITLE), LEAD);
}

/** The industries overview: eight tiles and three case cards (§2). */
export default function IndustriesPage() {
  return (
    <>
      <Hero title={TITLE} lead={LEAD}>
        <ButtonLink href="/hire-talent">Hire Talent</ButtonLink>
        <ButtonLink href="/consultation" variant="outline">
          Get Consultation
        </ButtonLink>
      </Hero>
      <Section title="Where we hire">
        <CardGrid
          cards={industries.map(({ icon, name, tile, path }) => ({ icon, title: name, text: tile, path }))}
          isSmall
        />
      </Section>
      <Section title="What it came to" lead="Three clients, three figures." tinted>
        <ul className="cards">
          {caseCards.map(({ figure, label, company, challenge, result }) => (
            <li key={label} className="card">
              <p className="figure">{figure}</p>
              <p className="count">{label}</p>
              <h3>{company}</h3>
              <p>{challenge}</p>
              <p>{result}</p>
            </li>
          ))}
        </ul>
      </Section>
      <ClosingPanel title="Your industry is not here?" text="Ask. We have hired for lighthouses and for zoos.">
        <ButtonLink href="/contact">Contact Us</ButtonLink>
      </ClosingPanel>
    </>
  );
}
