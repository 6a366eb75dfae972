import { data } from "react-router";
import type { Route } from "./+types/filing";
import { ContactCard } from "~/features/clients/client-parts";
import { loadClient } from "~/features/clients/clients.server";
import { RequirementForm } from "~/features/requirements/form/requirement-form";
import { useRequirementForm } from "~/features/requirements/form/use-requirement-form";
import { requirementNotices } from "~/features/requirements/notices";
import { today } from "~/lib/format/clock";
import { fileRequirement } from "~/features/requirements/team/conversion.server";
import { editedSkills, filingKeys, parseFiling } from "~/features/requirements/team/filing.server";
import { RecruiterSelect } from "~/features/requirements/team/recruiter-select";
import { requirementPath } from "~/features/requirements/team/requirement-table";
import { colleagues } from "~/features/team/names";
import { TOKEN_KEY } from "~/lib/forms/form";
import { identifyForm } from "~/lib/forms/form-token.server";
import { formResponse } from "~/lib/forms/form.server";
import { formContext } from "~/lib/http/context";
import { formPageMeta } from "~/lib/http/meta";
import { makeChange } from "~/pages/change";
import { loadTeamRecord } from "~/pages/team";
import { requireId, withStatus } from "~/pages/page";
import { SubmitOrCancel } from "~/ui/forms/button";
import { FormHead } from "~/ui/forms/form-head";
import { PageHeader } from "~/ui/layout/page-header";
import { Part } from "~/ui/layout/part";
import { Unavailable } from "~/ui/layout/unavailable";

export const handle = { hasForm: true, hasRequirementForm: true };

const TITLE = "File a requirement";
const KEYS = filingKeys();

export const meta = () => formPageMeta(TITLE, "What a company wants, filed for it by the team.");

export async function loader({ params, url, context }: Route.LoaderArgs) {
  const page = await loadTeamRecord(context, url, () => loadClient(context, params.id));
  return withStatus({ ...page, id: params.id, minDeadline: today() });
}

/** Files a requirement for a company. */
export async function action({ params, context }: Route.ActionArgs) {
  const client = requireId(params.id);
  const body = context.get(formContext);
  const edited = editedSkills(body, KEYS);
  if (edited) return formResponse(edited, 200);
  const { state, filing } = await parseFiling(body, KEYS);
  if (!filing) return formResponse(state, 400);
  const { form_id } = identifyForm(body.get(TOKEN_KEY), "requirement for a company", { client, ...filing }, "page");
  return makeChange(context, {
    state,
    act: () => fileRequirement(context, client, form_id, filing),
    failed: "requirement not filed",
    notDone: requirementNotices.notDone,
    done: (id) => {
      if (id === null) throw data(null, { status: 502 });
      return { notice: requirementNotices.filedFor, path: requirementPath(id), hasMail: true, requirements: [id] };
    },
  });
}

/** The form of a requirement, for a company that is known: what it wants who has called. */
export default function FilingPage({ loaderData, actionData }: Route.ComponentProps) {
  const { answer, id, minDeadline, account, userId, team: members } = loaderData;
  const client = answer.ok ? answer.value : null;
  const model = useRequirementForm(actionData, {
    defaultValues: { positions_count: "", ...(client?.currency ? { currency: client.currency } : {}) },
    lists: {},
    errors: {},
  });
  const title = client ? `${TITLE} for ${client.company.company_name}` : TITLE;
  return (
    <div className="pb-16">
      <FormHead title={title} errors={actionData?.errors} />
      <PageHeader title={TITLE} {...(client && { lead: client.company.company_name })} isWork>
        <p>
          <a href={`/team/clients/${id}`}>Back to the company</a>
        </p>
      </PageHeader>
      <div className="wrap work-pair">
        <section aria-labelledby="company" className="stays grid gap-3 content-start" tabIndex={0}>
          <h2 id="company" className="text-xl">
            The company
          </h2>
          {client ? <ContactCard company={client.company} /> : <Unavailable />}
          <p className="hint">Its owners are told by mail that the team has filed it, and can withdraw it.</p>
        </section>
        <Part id="requirement" title="The requirement" heading="mb-6 text-xl">
          <RequirementForm
            model={model}
            minDeadline={minDeadline}
            keptFor={account?.email}
            end={
              <SubmitOrCancel name="intent" value="submit" busyText="Saving..." path={`/team/clients/${id}`}>
                File the Requirement
              </SubmitOrCancel>
            }
          >
            <RecruiterSelect state={actionData} people={colleagues(members)} userId={userId} />
          </RequirementForm>
        </Part>
      </div>
    </div>
  );
}
