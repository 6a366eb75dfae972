import { useLocation, type MetaArgs } from "react-router";
import { company, titled } from "~/content/company";
import { recordAt } from "~/content/record-at";
import { services } from "~/content/services/pages";
import { pageMeta } from "~/lib/meta";
import { ButtonLink } from "~/ui/button";
import { CardGrid } from "~/ui/card-grid";
import { ClosingPanel } from "~/ui/closing-panel";
import { Figures } from "~/ui/figures";
import { Hero } from "~/ui/hero";
import { JsonLd } from "~/ui/json-ld";
import { Questions } from "~/ui/questions";
import { Section } from "~/ui/section";
import { Steps } from "~/ui/steps";

export function meta({ location }: MetaArgs) {
  const { name, lead } = recordAt(services, location.pathname);
  return pageMeta(titled(name), lead);
}

/** One of the six static service pages (§2, "Service sub-pages"). */
export default function ServicePage() {
  const service = recordAt(services, useLocation().pathname);
  const { name, icon, lead, intro, cardsTitle, cards, stepsTitle, steps, figures, questions, closing } = service;
  return (
    <>
      <JsonLd
        data={{
          "@type": "Service",
          name,
          description: lead,
          serviceType: "Recruitment",
          provider: { "@type": "Organization", name: company.name },
        }}
      />
      <JsonLd
        data={{
          "@type": "FAQPage",
          mainEntity: questions.map(({ question, answer }) => ({
            "@type": "Question",
            name: question,
            acceptedAnswer: { "@type": "Answer", text: answer },
          })),
        }}
      />
      <Hero title={name} lead={lead} icon={icon}>
        <ButtonLink href="/hire-talent">Hire Talent</ButtonLink>
        <ButtonLink href="/contact" variant="outline">
          Contact Us
        </ButtonLink>
      </Hero>
      <div className="wrap prose">
        {intro.map((paragraph) => (
          <p key={paragraph}>{paragraph}</p>
        ))}
      </div>
      <Section title={cardsTitle}>
        <CardGrid cards={cards} />
      </Section>
      {figures && (
        <Section title={figures.title} tinted>
          <Figures items={figures.items} />
        </Section>
      )}
      <Section title={stepsTitle}>
        <Steps steps={steps} />
      </Section>
      <Section title="Questions and answers" tinted>
        <Questions items={questions} />
      </Section>
      <ClosingPanel title={closing.title} text={closing.text}>
        <ButtonLink href="/hire-talent">Start Hiring</ButtonLink>
        <ButtonLink href="/contact" variant="outline">
          Talk to Us
        </ButtonLink>
      </ClosingPanel>
    </>
  );
}
