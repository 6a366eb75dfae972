import type { Route } from "./+types/history";
import { company } from "~/content/company";
import { titled } from "~/lib/format/titles";
import { HistoryPage } from "~/features/requirements/history/list";
import { loadOwnHistory } from "~/features/requirements/client/own.server";
import { RecruiterCard } from "~/features/requirements/frame/recruiter";
import { RequirementFrame, requirementPathFor } from "~/features/requirements/frame/requirement-frame";
import { readPlace } from "~/lib/backend/cursor";
import { preferredLocale } from "~/lib/format/locale";
import { loadClientPage, requireOwnId } from "~/pages/client";
import { withStatus } from "~/pages/page";
import { UnavailablePage } from "~/ui/layout/unavailable";

export async function loader({ params, request, url, context }: Route.LoaderArgs) {
  const id = await requireOwnId(context, url, params.id);
  const locale = preferredLocale(request.headers.get("Accept-Language"));
  const place = readPlace(url.searchParams.get("before"));
  const page = await loadClientPage(context, url, () =>
    loadOwnHistory(context, id, { agency: company.name, locale, place }),
  );
  return withStatus({ ...page, isFirst: place === undefined });
}

/** What happened to a requirement, told to its company. */
export default function OwnHistoryPage({ loaderData }: Route.ComponentProps) {
  const { answer, isFirst } = loaderData;
  if (!answer.ok) return <UnavailablePage title="History" />;
  const { frame, entries, next } = answer.value;
  return (
    <>
      <title>{titled(`History: ${frame.job_title}`)}</title>
      <RequirementFrame side="company" head={frame} tab="history" aside={<RecruiterCard frame={frame} />}>
        <HistoryPage
          entries={entries}
          path={requirementPathFor("company", frame.id, "history")}
          next={next}
          isFirst={isFirst}
        />
      </RequirementFrame>
    </>
  );
}
