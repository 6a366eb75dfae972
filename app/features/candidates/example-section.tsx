import { examples, yesAnswer, yesTitle } from "~/content/yes";
import { Ticks } from "~/ui/forms/ticks";
import { Section } from "~/ui/layout/site/section";
import { CandidateCard } from "./card";

/** What we promise of people, proved by the real card of an invented one. @param page whose example it is */
export function ExampleSection({ page }: { page: keyof typeof examples }) {
  const { lead, points, name, card, pitch, seal } = examples[page];
  return (
    <Section title={yesTitle} isSplit aside={<Ticks points={points} />} lead={lead}>
      <CandidateCard name={name} card={{ ...card, skills: [...card.skills] }} pitch={pitch} seal={seal}>
        <p className="said-yes">{yesAnswer}</p>
      </CandidateCard>
    </Section>
  );
}
