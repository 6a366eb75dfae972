import { useLocation, type MetaArgs } from "react-router";
import { titled } from "~/content/company";
import { industries } from "~/content/industries/all";
import type { Story } from "~/content/industries/types";
import { recordAt } from "~/content/record-at";
import { pageMeta } from "~/lib/meta";
import { ButtonLink } from "~/ui/button";
import { CardGrid } from "~/ui/card-grid";
import { ClosingPanel } from "~/ui/closing-panel";
import { Hero } from "~/ui/hero";
import { Section } from "~/ui/section";
import { Ticks } from "~/ui/ticks";

export function meta({ location }: MetaArgs) {
  const { name, lead } = recordAt(industries, location.pathname);
  return pageMeta(titled(`${name} Recruitment`), lead);
}

function StoryCard({ company, challenge, result, roles }: Story) {
  return (
    <li className="card">
      <h3>{company}</h3>
      <p>
        <strong>Challenge:</strong> {challenge}
      </p>
      <p>
        <strong>Result:</strong> {result}
      </p>
      <ul className="tags mt-auto pt-2" aria-label="Roles">
        {roles.map((role) => (
          <li key={role}>{role}</li>
        ))}
      </ul>
    </li>
  );
}

/** An industry page (§2, "Industries"). */
export default function IndustryPage() {
  const industry = recordAt(industries, useLocation().pathname);
  const { name, icon, lead, hireButton, statistics, capabilities, stories, specializations, reasons, closing } =
    industry;
  return (
    <>
      <Hero title={name} lead={lead} icon={icon} figures={statistics}>
        <ButtonLink href="/hire-talent">{hireButton}</ButtonLink>
        <ButtonLink href="/consultation" variant="outline">
          Get Consultation
        </ButtonLink>
      </Hero>
      <Section title="What we hire for">
        <CardGrid cards={capabilities.map(({ description, ...card }) => ({ ...card, text: description }))} />
      </Section>
      <Section title="Success stories" tinted>
        <ul className="cards">
          {stories.map((story) => (
            <StoryCard key={story.company} {...story} />
          ))}
        </ul>
      </Section>
      <Section title="Specializations">
        <ul className="tags">
          {specializations.map((specialization) => (
            <li key={specialization}>{specialization}</li>
          ))}
        </ul>
      </Section>
      <Section title="Why choose us" tinted>
        <Ticks points={reasons} />
      </Section>
      <ClosingPanel title={closing.title} text={closing.text}>
        <ButtonLink href="/hire-talent">{closing.hire}</ButtonLink>
        <ButtonLink href="/consultation" variant="outline">
          {closing.consult}
        </ButtonLink>
      </ClosingPanel>
    </>
  );
}
