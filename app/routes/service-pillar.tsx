import { useLocation, type MetaArgs } from "react-router";
import { titled } from "~/content/company";
import { recordAt } from "~/content/record-at";
import { pillars } from "~/content/services/pillars";
import { pageMeta } from "~/lib/meta";
import { ButtonLink } from "~/ui/button";
import { CardGrid } from "~/ui/card-grid";
import { ClosingPanel } from "~/ui/closing-panel";
import { Figures } from "~/ui/figures";
import { Hero } from "~/ui/hero";
import { Section } from "~/ui/section";

export function meta({ location }: MetaArgs) {
  const { name, lead } = recordAt(pillars, location.pathname);
  return pageMeta(titled(name), lead);
}

/** One of the three pillars (§2, "Service sub-pages"). */
export default function ServicePillarPage() {
  const { name, icon, lead, cardsTitle, cards, tiles, figures, closing } = recordAt(pillars, useLocation().pathname);
  const [first, second] = closing.actions;
  return (
    <>
      <Hero title={name} lead={lead} icon={icon}>
        <ButtonLink href={first.path}>{first.label}</ButtonLink>
      </Hero>
      <Section title={cardsTitle}>
        <CardGrid cards={cards} />
      </Section>
      {tiles && (
        <Section title={tiles.title} lead={tiles.lead} tinted>
          <CardGrid cards={tiles.items} isSmall />
        </Section>
      )}
      {figures && (
        <Section title={figures.title}>
          <Figures items={figures.items} />
        </Section>
      )}
      <ClosingPanel title={closing.title} text={closing.text}>
        <ButtonLink href={first.path}>{first.label}</ButtonLink>
        <ButtonLink href={second.path} variant="outline">
          {second.label}
        </ButtonLink>
      </ClosingPanel>
    </>
  );
}
