import { useLocation, type MetaArgs } from "react-router";
import { recordAt } from "~/content/record-at";
import { pillars } from "~/content/services/pillars";
import { pageMeta } from "~/lib/http/meta";
import { ButtonLink } from "~/ui/forms/button";
import { ClosingPanel } from "~/ui/site/closing-panel";
import { Drawing } from "~/ui/drawings/drawing";
import { RegionsMap } from "~/ui/drawings/regions-map";
import { Hero } from "~/ui/site/hero";
import { Index } from "~/ui/site/index-list";
import { Introduction } from "~/ui/site/introduction";
import { Questions } from "~/ui/site/questions";
import { Section } from "~/ui/layout/site/section";
import { Steps } from "~/ui/site/steps";
import { Timetable } from "~/ui/site/timetable";

export function meta({ location }: MetaArgs) {
  const { name, description } = recordAt(pillars, location.pathname);
  return pageMeta(name, description);
}

/** One of the three pillars (§2, "Service sub-pages"). */
export default function ServicePillarPage() {
  const pillar = recordAt(pillars, useLocation().pathname);
  const { name, headline, drawing, lead, intro, cardsTitle, cards, tiles, map, figures } = pillar;
  const { stepsTitle, steps, timings, questions, closing } = pillar;
  const [first, second] = closing.actions;
  return (
    <>
      <Hero
        name={name}
        {...headline}
        lead={lead}
        parent={{ label: "Services", path: "/services" }}
        figures={figures}
        picture={<Drawing name={drawing} isHead />}
      >
        <ButtonLink href={first.path}>{first.label}</ButtonLink>
      </Hero>
      <Introduction paragraphs={intro} />
      <Section title={cardsTitle}>
        <Index items={cards} isWide />
      </Section>
      {tiles && (
        <Section title={tiles.title} lead={tiles.lead} ground="sand">
          {map && <RegionsMap label={map} />}
          <Index items={tiles.items} />
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
        <ButtonLink href={first.path}>{first.label}</ButtonLink>
        <ButtonLink href={second.path} variant="outline">
          {second.label}
        </ButtonLink>
      </ClosingPanel>
    </>
  );
}
