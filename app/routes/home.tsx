import { company, titled } from "~/content/company";
import { home } from "~/content/home";
import { industries } from "~/content/industries/all";
import { pageMeta } from "~/lib/meta";
import { ButtonLink } from "~/ui/button";
import { CardGrid } from "~/ui/card-grid";
import { Carousel } from "~/ui/carousel";
import { ClosingPanel } from "~/ui/closing-panel";
import { Hero } from "~/ui/hero";
import { PartnerLogo } from "~/ui/partner-logo";
import { Section } from "~/ui/section";
import { Ticks } from "~/ui/ticks";
import { WorldPicture } from "~/ui/world-picture";

export function meta() {
  return pageMeta(titled(home.hero.title), home.hero.lead);
}

function Testimonials() {
  const slides = home.testimonials.items.map(({ id, quote, author, company: employer, logo }) => ({
    id: `testimonial-${id}`,
    content: (
      <figure className="card quote">
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
      <h3 className="mt-10 mb-4">{home.testimonials.partnersTitle}</h3>
      <ul className="partners">
        {home.testimonials.partners.map(({ name, logo }) => (
          <li key={name}>
            <PartnerLogo shape={logo} />
            {name}
          </li>
        ))}
      </ul>
    </>
  );
}

/** The home page: its eight sections in their order (§2, "Home"). */
export default function HomePage() {
  const { hero, why, solutions, ai, call, closing } = home;
  return (
    <>
      <Hero title={hero.title} lead={hero.lead} figures={hero.figures} picture={<WorldPicture />}>
        <ButtonLink href={hero.hire.path}>{hero.hire.label}</ButtonLink>
        <ButtonLink href={hero.services.path} variant="outline">
          {hero.services.label}
        </ButtonLink>
      </Hero>
      <Section title={why.title}>
        <CardGrid cards={why.cards} />
      </Section>
      <Section title={solutions.title} tinted>
        <CardGrid cards={solutions.cards} />
        <p className="mt-8">
          <ButtonLink href={solutions.link.path} variant="outline">
            {solutions.link.label}
          </ButtonLink>
        </p>
      </Section>
      <Section title={home.industries.title} lead={home.industries.lead}>
        <CardGrid
          cards={industries.map(({ icon, name, tile, path }) => ({ icon, title: name, text: tile, path }))}
          isSmall
        />
        <p className="mt-8">
          <ButtonLink href={home.industries.link.path} variant="outline">
            {home.industries.link.label}
          </ButtonLink>
        </p>
      </Section>
      <Section title={ai.title} tinted>
        <div className="split">
          <p className="lead">{ai.text}</p>
          <Ticks points={ai.points} />
        </div>
        <p className="mt-8">
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
      <Section title={closing.title} lead={`What ${company.name} does for you.`} tinted>
        <CardGrid cards={closing.cards} />
      </Section>
    </>
  );
}
