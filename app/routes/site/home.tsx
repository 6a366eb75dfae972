import { company } from "~/content/company";
import { home } from "~/content/home";
import { industries } from "~/content/industries/all";
import { ExampleSection } from "~/features/candidates/example-section";
import { pageMeta } from "~/lib/http/meta";
import { ButtonLink } from "~/ui/forms/button";
import { Carousel } from "~/ui/site/carousel";
import { ClosingPanel } from "~/ui/site/closing-panel";
import { DrawingTiles } from "~/ui/site/drawing-tiles";
import { Globe } from "~/ui/drawings/globe";
import { Hero } from "~/ui/site/hero";
import { Index } from "~/ui/site/index-list";
import { Numbered } from "~/ui/site/numbered";
import { PartnerLogo } from "~/ui/site/partner-logo";
import { Section } from "~/ui/layout/site/section";
import { Ticks } from "~/ui/forms/ticks";

export const meta = () => pageMeta(home.hero.title, home.hero.lead);

function Testimonials() {
  const slides = home.testimonials.items.map(({ id, quote, author, company: employer, logo }) => ({
    id: `testimonial-${id}`,
    content: (
      <figure className="quote">
        <blockquote>“{quote}”</blockquote>
        <figcaption className="by">
          <PartnerLogo shape={logo} />
          <span>
            <strong>{author}</strong>
            <br />
            {employer}
          </span>
        </figcaption>
      </figure>
    ),
  }));
  return (
    <>
      <Carousel label={home.testimonials.title} itemName="testimonial" slides={slides} />
      <h3>{home.testimonials.partnersTitle}</h3>
      <ul className="partners">
        {home.testimonials.partners.map((name) => (
          <li key={name}>{name}</li>
        ))}
      </ul>
    </>
  );
}

/** The home page: its eight sections in their order (§2, "Home"), and one of ours. */
export default function HomePage() {
  const { hero, why, solutions, ai, call, closing } = home;
  return (
    <>
      <Hero title={hero.title} marked={hero.marked} lead={hero.lead} figures={hero.figures} picture={<Globe />} isHome>
        <ButtonLink href={hero.hire.path}>{hero.hire.label}</ButtonLink>
        <ButtonLink href={hero.services.path} variant="outline">
          {hero.services.label}
        </ButtonLink>
        <a href={hero.jobs.path} className="alone">
          {hero.jobs.label}
        </a>
      </Hero>
      <Section title={why.title} isSplit>
        <Numbered items={why.cards} />
      </Section>
      <ExampleSection page="home" />
      <Section title={solutions.title}>
        <Index items={solutions.cards} />
        <p>
          <ButtonLink href={solutions.link.path} variant="outline">
            {solutions.link.label}
          </ButtonLink>
        </p>
      </Section>
      <Section title={home.industries.title} lead={home.industries.lead} ground="sand">
        <DrawingTiles tiles={industries.map(({ name, drawing, path }) => ({ drawing, title: name, path }))} />
        <p>
          <ButtonLink href={home.industries.link.path} variant="outline">
            {home.industries.link.label}
          </ButtonLink>
        </p>
      </Section>
      <Section title={ai.title} ground="night" isSplit>
        <p className="lead">{ai.text}</p>
        <Ticks points={ai.points} />
        <p>
          <ButtonLink href={ai.link.path}>{ai.link.label}</ButtonLink>
        </p>
      </Section>
      <Section title={home.testimonials.title}>
        <Testimonials />
      </Section>
      <ClosingPanel title={call.title} text={call.text}>
        <ButtonLink href={call.hire.path}>{call.hire.label}</ButtonLink>
        <ButtonLink href={call.contact.path} variant="outline">
          {call.contact.label}
        </ButtonLink>
      </ClosingPanel>
      <Section title={closing.title} lead={`What ${company.name} does for you.`}>
        <Index items={closing.cards} isWide />
      </Section>
    </>
  );
}
