import type { Route } from "./+types/requirement";
import { company } from "~/content/company";
import { titled } from "~/lib/format/titles";
import { NextSteps } from "~/features/requirements/client/next-steps";
import { loadOwnRequirement } from "~/features/requirements/client/own.server";
import { RecruiterCard } from "~/features/requirements/frame/recruiter";
import { NotAsked, OwnActions } from "~/features/requirements/client/own-actions";
import { RequirementDetails } from "~/features/requirements/requirement-details";
import { FILED, RequirementFrame } from "~/features/requirements/frame/requirement-frame";
import { preferredLocale } from "~/lib/format/locale";
import { loadClientPage, requireOwnId } from "~/pages/client";
import { withStatus } from "~/pages/page";
import { UnavailablePage } from "~/ui/layout/unavailable";

export async function loader({ params, request, url, context }: Route.LoaderArgs) {
  const id = await requireOwnId(context, url, params.id);
  const page = await loadClientPage(context, url, () => loadOwnRequirement(context, id));
  const locale = preferredLocale(request.headers.get("Accept-Language"));
  const answerBy = page.answer.ok ? page.answer.value.frame.answer_by : null;
  return withStatus({
    ...page,
    locale,
    isFiled: url.searchParams.has(FILED),
    isLate: answerBy !== null && Date.parse(answerBy) < Date.now(),
  });
}

/** A requirement, for its company: what was filed, who looks after it, and what happens next. */
export default function OwnRequirementPage({ loaderData }: Route.ComponentProps) {
  const { answer, locale, isLate, isFiled } = loaderData;
  if (!answer.ok) return <UnavailablePage title="Requirement" />;
  const { frame, filed, filedByTeam, reference } = answer.value;
  return (
    <>
      <title>{titled(frame.job_title)}</title>
      <RequirementFrame
        side="company"
        head={frame}
        tab="details"
        notice={
          <NextSteps
            frame={frame}
            isLate={isLate}
            isFiled={isFiled}
            reference={reference}
            email={company.email}
            locale={locale}
          />
        }
        aside={<RecruiterCard frame={frame} />}
      >
        {filedByTeam && (
          <p className="hint">
            Our team has filed this for your company
            {filedByTeam === "form" ? ", from a form of our public website." : ", as requested."}
            <NotAsked {...frame} />
          </p>
        )}
        <RequirementDetails requirement={filed} filled={frame.positions_filled} locale={locale} />
        <OwnActions {...frame} />
      </RequirementFrame>
    </>
  );
}
