import type { Route } from "./+types/cards";
import { company as agency } from "~/content/company";
import { CandidateCard } from "~/features/candidates/card";
import { isShown } from "~/features/candidates/states";
import { loadShortlist, type Shortlist } from "~/features/candidates/team/shortlist/shortlist.server";
import { loadRequirementFrame, type Frame } from "~/features/requirements/frame/frame.server";
import { requirementPathFor } from "~/features/requirements/frame/requirement-frame";
import { titled } from "~/lib/format/titles";
import type { Context } from "~/lib/http/context";
import type { Result } from "~/lib/result";
import { requireId, withStatus } from "~/pages/page";
import { loadTeamRecord } from "~/pages/team";
import { PageHeader } from "~/ui/layout/page-header";
import { UnavailablePage } from "~/ui/layout/unavailable";

type Cards = { frame: Frame; list: Shortlist };

/** Whose yes, in force, names cards by mail or on paper: nobody else is printed. */
function isToPrint({ state, has_yes, is_by_mail }: Shortlist["entries"][number]): boolean {
  return has_yes && is_by_mail && (state === "agreed" || isShown(state));
}

async function load(context: Context, id: string): Promise<Result<Cards | null>> {
  const [frame, list] = await Promise.all([loadRequirementFrame(context, id), loadShortlist(context, id)]);
  if (!frame.ok) return frame;
  if (frame.value === null) return { ok: true, value: null };
  return list.ok ? { ok: true, value: { frame: frame.value, list: list.value } } : list;
}

export async function loader({ params, url, context }: Route.LoaderArgs) {
  const id = requireId(params.id);
  const page = await loadTeamRecord(context, url, () => load(context, id));
  return withStatus({ ...page, path: requirementPathFor("team", id, "candidates") });
}

/** The cards of those who have agreed to go to the company on paper, a page each when it is printed. */
export default function CardsPage({ loaderData }: Route.ComponentProps) {
  const { answer, path } = loaderData;
  if (!answer.ok) return <UnavailablePage title="Cards" />;
  const { frame, list } = answer.value;
  const entries = list.entries.filter(isToPrint);
  const { recruiter } = frame;
  return (
    <div className="pb-16">
      <title>{titled(`Cards: ${frame.job_title}`)}</title>
      <PageHeader title={frame.job_title} isWork>
        <p>
          Candidates for <bdi>{list.audience.company}</bdi>, from {agency.name}
          {recruiter && (
            <>
              , <bdi>{[recruiter.display_name, recruiter.contact_phone].filter(Boolean).join(", ")}</bdi>
            </>
          )}
        </p>
        <p className="no-print">
          <a href={path}>Back to the candidates</a>. Print this page from your browser: each card has a page of its own.
        </p>
      </PageHeader>
      <div className="wrap form-column grid gap-6">
        {entries.length === 0 && (
          <p className="empty">No one has agreed that their card goes on paper. Ask them for that first.</p>
        )}
        {entries.map((entry) => (
          <section key={entry.id} className="printed-card">
            <CandidateCard
              name={entry.card.name ?? entry.code_word}
              card={entry.card}
              pitch={entry.pitch}
              seal={entry.seal}
              heading="h2"
            />
          </section>
        ))}
      </div>
    </div>
  );
}
