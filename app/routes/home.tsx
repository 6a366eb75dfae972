import { company, titled } from "~/content/company";
import { pageMeta } from "~/lib/meta";
import { ButtonLink } from "~/ui/button";

const LEAD = `${company.name} finds, checks and onboards people for employers on five continents.`;

export function meta() {
  return pageMeta(LEAD, titled("Global Hiring. Simplified."));
}

/** The home page (§2). */
export default function HomePage() {
  return (
    <div className="wrap section">
      <h1>Global Hiring. Simplified.</h1>
      <p className="lead mt-6">{LEAD}</p>
      <p className="mt-8 flex flex-wrap gap-3">
        <ButtonLink href="/hire-talent">Hire Talent Now</ButtonLink>
        <ButtonLink href="/services" variant="outline">
          Explore Our Services
        </ButtonLink>
      </p>
    </div>
  );
}
