import { spaced } from "~/lib/text";
import { LocalDate } from "~/ui/local-date";
import { RequirementBadges } from "./requirement-badges";
import type { Recruiter, RequirementSummary, RequirementTotals } from "./requirements.server";

/** The dashboard's three figures (§2). */
export function RequirementTotalsCards({ totals }: { totals: RequirementTotals }) {
  const cards = [
    ["Total Requirements", totals.total],
    ["Active Requirements", totals.active],
    ["Total Positions", totals.positions],
  ] as const;
  return (
    <dl className="totals">
      {cards.map(([label, value]) => (
        <div key={label}>
          <dt className="hint">{label}</dt>
          <dd className="figure">{value}</dd>
        </div>
      ))}
    </dl>
  );
}

/** How a company reaches its recruiter. */
function RecruiterContact({ recruiter }: { recruiter: Recruiter }) {
  const { display_name, contact_email, contact_phone } = recruiter;
  return (
    <>
      {display_name}
      {contact_email !== null && (
        <>
          , <a href={`mailto:${contact_email}`}>{contact_email}</a>
        </>
      )}
      {contact_phone !== null && <>, {contact_phone}</>}
    </>
  );
}

/** The list of requirements, newest first (§2, §4). */
export function RequirementList({ requirements, locale }: { requirements: RequirementSummary[]; locale: string }) {
  return (
    <ul className="records">
      {requirements.map((requirement) => (
        <li key={requirement.id}>
          <div className="grid gap-2">
            <h3>{requirement.job_title}</h3>
            <RequirementBadges status={requirement.status} priority={requirement.priority} />
            {requirement.recruiter && (
              <p className="hint">
                Your recruiter: <RecruiterContact recruiter={requirement.recruiter} />
              </p>
            )}
          </div>
          <dl className="facts">
            <div>
              <dt>Type</dt>
              <dd>{spaced(requirement.job_type)}</dd>
            </div>
            <div>
              <dt>Location</dt>
              <dd>{requirement.location}</dd>
            </div>
            <div>
              <dt>Positions</dt>
              <dd>{requirement.positions_count}</dd>
            </div>
            <div>
              <dt>Created</dt>
              <dd>
                <LocalDate value={requirement.created_at} locale={locale} />
              </dd>
            </div>
          </dl>
        </li>
      ))}
    </ul>
  );
}
