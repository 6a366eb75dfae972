import { useLocation, type MetaArgs } from "react-router";
import { industries } from "~/content/industries/all";
import { formFor } from "~/content/industries/asked";
import type { Story } from "~/content/industries/types";
import { recordAt } from "~/content/record-at";
import { pageMeta } from "~/lib/http/meta";
import { ButtonLink } from "~/ui/forms/button";
import { ClosingPanel } from "~/ui/site/closing-panel";
import { Drawing } from "~/ui/drawings/drawing";
import { Hero } from "~/ui/site/hero";
import { Index } from "~/ui/site/index-list";
import { Questions } from "~/ui/site/questions";
import { Section } from "~/ui/layout/site/section";
import { Steps } from "~/ui/site/steps";
import { Ticks } from "~/ui/forms/ticks";
import { Timetable } from "~/ui/site/timetable";

export function meta({ location }: MetaArgs) {
  const { name, description } = recordAt(industries, location.pathname);
  return pageMeta(`${name} Recruitment`, description);
}

function StoryRow({ company, challenge, result, roles }: Story) {
  return (
    <li>
      <h3 className="serif">{company}</h3>
      <div>
        <p>
          <strong>Challenge:</strong> {challenge}
        </p>
        <p>
          <strong>Result:</strong> {result}
        </p>
        <ul className="tags" aria-label="Roles">
          {roles.map((role) => (
            <li key={role}>{role}</li>
          ))}
        </ul>
      </div>
    </li>
  );
}

/** An industry page (§2, "Industries"). */
export default function IndustryPage() {
  const industry = recordAt(industries, useLocation().pathname);
  const { name, headline, drawing, lead, hireButton, statistics, capabilities, hiring, timings } = industry;
  const { stories, specializations, reasons, questions, closing } = industry;
  return (
    <>
      <Hero
        name={name}
        {...headline}
        lead={lead}
        parent={{ label: "Industries", path: "/industries" }}
        figures={statistics}
        picture={<Drawing name={drawing} isHead />}
      >
        <ButtonLink href={formFor("/hire-talent", industry)}>{hireButton}</ButtonLink>
        <ButtonLink href={formFor("/consultation", industry)} variant="outline">
          Get Consultation
        </ButtonLink>
      </Hero>
      <Section title="What we hire for" isSplit>
        <Index items={capabilities.map(({ description, ...rest }) => ({ ...rest, text: description }))} />
      </Section>
      <Section title={hiring.title} ground="night">
        <Steps steps={hiring.steps} />
      </Section>
      <Section title="What takes how long">
        <Timetable {...timings} />
      </Section>
      <Section title="Success stories" ground="sand">
        <ul className="rows">
          {stories.map((story) => (
            <StoryRow key={story.company} {...story} />
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
      <Section title="Why choose us" isSplit>
        <Ticks points={reasons} />
      </Section>
      <Section title="Questions employers ask">
        <Questions items={questions} />
      </Section>
      <ClosingPanel title={closing.title} text={closing.text}>
        <ButtonLink href={formFor("/hire-talent", industry)}>{closing.hire}</ButtonLink>
        <ButtonLink href={formFor("/consultation", industry)} variant="outline">
          {closing.consult}
        </ButtonLink>
      </ClosingPanel>
    </>
  );
}
