import { getStarted } from "~/content/accounts";
import { titled } from "~/content/company";
import { pageMeta } from "~/lib/meta";
import { ButtonLink } from "~/ui/button";
import { ClosingPanel } from "~/ui/closing-panel";
import { Hero } from "~/ui/hero";
import { Section } from "~/ui/section";
import { Ticks } from "~/ui/ticks";

export function meta() {
  return pageMeta(titled(getStarted.title), getStarted.lead);
}

/** The get-started page (§2). */
export default function GetStartedPage() {
  const { title, lead, rating, includesTitle, includes, question } = getStarted;
  return (
    <>
      <Hero title={title} lead={lead} figures={[rating]}>
        <ButtonLink href="/client-auth?view=sign-up">Open an Account</ButtonLink>
      </Hero>
      <Section title={includesTitle}>
        <Ticks points={includes} />
      </Section>
      <ClosingPanel title={question.title} text="We answer within 24 hours.">
        <ButtonLink href={question.path} variant="outline">
          {question.label}
        </ButtonLink>
      </ClosingPanel>
    </>
  );
}
