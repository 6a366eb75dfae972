import { data } from "react-router";
import type { Route } from "./+types/history";
import { titled } from "~/lib/format/titles";
import { teamVoice, tell } from "~/features/requirements/history/history";
import { HistoryPage } from "~/features/requirements/history/list";
import { RequirementFrame, requirementPathFor } from "~/features/requirements/frame/requirement-frame";
import { loadTeamRequirement } from "~/features/requirements/team/team.server";
import { everyName } from "~/features/team/names";
import { readPlace } from "~/lib/backend/cursor";
import { preferredLocale } from "~/lib/format/locale";
import { loadTeamPage } from "~/pages/team";
import { withStatus } from "~/pages/page";
import { UnavailablePage } from "~/ui/layout/unavailable";

export async function loader({ params, request, url, context }: Route.LoaderArgs) {
  const place = readPlace(url.searchParams.get("before"));
  const page = await loadTeamPage(context, url, () => loadTeamRequirement(context, params.id, place));
  if (page.answer.ok && page.answer.value === null) throw data(null, { status: 404 });
  const locale = preferredLocale(request.headers.get("Accept-Language"));
  return withStatus({ ...page, names: everyName(page), locale, isFirst: place === undefined });
}

/** All that happened to a requirement, for the team. */
export default function RequirementHistoryPage({ loaderData }: Route.ComponentProps) {
  const { answer: found, names, locale, isFirst } = loaderData;
  if (!found.ok || found.value === null) {
    return <UnavailablePage title="History" />;
  }
  const { requirement, company, members, events } = found.value;
  const currency = events.currency ?? requirement.currency;
  const entries = tell(events.rows, { ...teamVoice({ ...members, ...names }), currency, locale });
  return (
    <>
      <title>{titled(`History: ${requirement.job_title}, ${company}`)}</title>
      <RequirementFrame side="team" head={{ ...requirement, company }} tab="history">
        <HistoryPage
          entries={entries}
          path={requirementPathFor("team", requirement.id, "history")}
          next={events.next}
          isFirst={isFirst}
        />
      </RequirementFrame>
    </>
  );
}
