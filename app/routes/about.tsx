import { about } from "~/content/about";
import { titled } from "~/content/company";
import { pageMeta } from "~/lib/meta";
import { ButtonLink } from "~/ui/button";
import { CardGrid } from "~/ui/card-grid";
import { ClosingPanel } from "~/ui/closing-panel";
import { Hero } from "~/ui/hero";
import { Section } from "~/ui/section";

export function meta() {
  return pageMeta(titled(about.title), about.lead);
}

/** The about page (§2). */
export default function AboutPage() {
  return (
    <>
      <Hero title={about.title} lead={about.lead} figures={about.facts} />
      <div className="wrap section prose">
        {about.paragraphs.map((paragraph) => (
          <p key={paragraph}>{paragraph}</p>
        ))}
      </div>
      <Section title={about.mission.title} tinted>
        <p className="lead">{about.mission.text}</p>
      </Section>
      <Section title="What we hold to">
        <CardGrid cards={about.values} isSmall />
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
