import { about } from "~/content/about";
import { pageMeta } from "~/lib/http/meta";
import { ButtonLink } from "~/ui/forms/button";
import { ClosingPanel } from "~/ui/site/closing-panel";
import { Street } from "~/ui/drawings/street";
import { Hero } from "~/ui/site/hero";
import { Index } from "~/ui/site/index-list";
import { Introduction } from "~/ui/site/introduction";
import { Section } from "~/ui/layout/site/section";

export const meta = () => pageMeta(about.title, about.lead);

/** The about page (§2). */
export default function AboutPage() {
  return (
    <>
      <Hero title={about.title} lead={about.lead} figures={about.facts} picture={<Street houses={["travel"]} />} />
      <Introduction paragraphs={about.paragraphs} />
      <Section title={about.mission.title} ground="night" isSplit>
        <p className="serif statement">{about.mission.text}</p>
      </Section>
      <Section title="What we hold to">
        <Index items={about.values} />
      </Section>
      <ClosingPanel title="Meet us" text="In Noida, or on your screen.">
        <ButtonLink href="/contact">Contact Us</ButtonLink>
        <ButtonLink href="/careers" variant="outline">
          Join the Team
        </ButtonLink>
      </ClosingPanel>
    </>
  );
}
