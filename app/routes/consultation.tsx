import { consultation } from "~/content/accounts";
import { titled } from "~/content/company";
import { pageMeta } from "~/lib/meta";
import { ButtonLink } from "~/ui/button";
import { CardGrid } from "~/ui/card-grid";
import { Hero } from "~/ui/hero";
import { Section } from "~/ui/section";
import { Ticks } from "~/ui/ticks";

export function meta() {
  return pageMeta(titled(consultation.title), consultation.lead);
}

/** The consultation page (§2). */
export default function ConsultationPage() {
  return (
    <>
      <Hero title={consultation.title} lead={consultation.lead}>
        <ButtonLink href="/contact">Contact Us</ButtonLink>
      </Hero>
      <Section title={consultation.claimsTitle}>
        <CardGrid cards={consultation.claims} />
      </Section>
      <Section title={consultation.topicsTitle} tinted>
        <Ticks points={consultation.topics} />
      </Section>
    </>
  );
}
