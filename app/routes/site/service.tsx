import { useLocation, type MetaArgs } from "react-router";
import { company } from "~/content/company";
import { recordAt } from "~/content/record-at";
import { services } from "~/content/services/pages";
import { pageMeta } from "~/lib/http/meta";
import { ButtonLink } from "~/ui/forms/button";
import { ClosingPanel } from "~/ui/site/closing-panel";
import { Drawing } from "~/ui/drawings/drawing";
import { ModelsTable } from "~/ui/drawings/models-table";
import { Turnaround } from "~/ui/drawings/turnaround";
import { Figures } from "~/ui/site/figures";
import { Hero } from "~/ui/site/hero";
import { Index } from "~/ui/site/index-list";
import { Introduction } from "~/ui/site/introduction";
import { JsonLd } from "~/ui/layout/site/json-ld";
import { Questions } from "~/ui/site/questions";
import { Section } from "~/ui/layout/site/section";
import { Steps } from "~/ui/site/steps";
import { Timetable } from "~/ui/site/timetable";

export function meta({ location }: MetaArgs) {
  const { name, description } = recordAt(services, location.pathname);
  return pageMeta(name, description);
}

/** One of the six static service pages (§2, "Service sub-pages"). */
export default function ServicePage() {
  const service = recordAt(services, useLocation().pathname);
  const { name, headline, drawing, description, lead, intro, cardsTitle, cards } = service;
  const { stepsTitle, steps, figures, timings, models, unit, questions, closing } = service;
  return (
    <>
      <JsonLd
        data={{
          "@type": "Service",
          name,
          description,
          serviceType: "Recruitment",
          provider: { "@type": "Organization", name: company.name },
        }}
      />
      <Hero
        name={name}
        {...headline}
        lead={lead}
        parent={{ label: "Services", path: "/services" }}
        picture={<Drawing name={drawing} isHead />}
      >
        <ButtonLink href="/hire-talent">Hire Talent</ButtonLink>
        <ButtonLink href="/contact" variant="outline">
          Contact Us
        </ButtonLink>
      </Hero>
      <Introduction paragraphs={intro} />
      <Section title={cardsTitle}>
        <Index items={cards} />
      </Section>
      {figures && (
        <Section title={figures.title} ground="sand">
          {unit ? (
            <Turnaround unit={unit} spans={figures.items.map(({ value, label }) => ({ days: value, label }))} />
          ) : (
            <Figures items={figures.items} />
          )}
        </Section>
      )}
      {models && (
        <Section title={models.caption} ground="sand">
          <ModelsTable {...models} />
        </Section>
      )}
      <Section title={stepsTitle} ground="night">
        <Steps steps={steps} />
      </Section>
      <Section title="What takes how long">
        <Timetable {...timings} />
      </Section>
      <Section title="Questions and answers" isSplit>
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
