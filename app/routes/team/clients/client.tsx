import type { Route } from "./+types/client";
import { ContactCard, MemberList, OwnerForm } from "~/features/clients/client-parts";
import { inviteOwner, loadClient } from "~/features/clients/clients.server";
import { ownerKeys, ownerSchema } from "~/features/clients/schema";
import { RequirementTable } from "~/features/requirements/team/requirement-table";
import { loadRequirements } from "~/features/requirements/team/team.server";
import { teamNotices } from "~/features/team/notices";
import { everyName } from "~/features/team/names";
import type { Context } from "~/lib/http/context";
import { changeByForm } from "~/pages/change";
import { loadTeamRecord } from "~/pages/team";
import { requireId, withStatus } from "~/pages/page";
import { ButtonLink } from "~/ui/forms/button";
import { FormHead } from "~/ui/forms/form-head";
import { PageHeader } from "~/ui/layout/page-header";
import { Part } from "~/ui/layout/part";
import { Unavailable } from "~/ui/layout/unavailable";

async function loadClientPage(context: Context, id: string) {
  const [client, filed] = await Promise.all([loadClient(context, id), loadRequirements(context, { client: id }, null)]);
  if (!client.ok || client.value === null) return client.ok ? ({ ok: true, value: null } as const) : client;
  if (!filed.ok) return filed;
  return { ok: true, value: { ...client.value, requirements: filed.value } } as const;
}

export async function loader({ params, url, context }: Route.LoaderArgs) {
  const page = await loadTeamRecord(context, url, () => loadClientPage(context, params.id));
  return withStatus({ ...page, names: everyName(page), now: new Date() });
}

/** Invites an owner, for a company that nobody owns. */
export function action({ params, context }: Route.ActionArgs) {
  const id = requireId(params.id);
  return changeByForm(context, [ownerSchema, ownerKeys], (values) => ({
    act: () => inviteOwner(context, id, values),
    failed: "owner not invited",
    notDone: teamNotices.notDone,
    done: () => ({ notice: teamNotices.invited(values.email), path: `/team/clients/${id}`, hasMail: true }),
    isInvitation: true,
  }));
}

/** A company with its people and requirements. */
export default function ClientPage({ loaderData, actionData }: Route.ComponentProps) {
  const { answer, names, now } = loaderData;
  const client = answer.ok ? answer.value : null;
  const title = client?.company.company_name ?? "Client";
  const isOwned = client?.members.some(({ access }) => access === "owner") ?? false;
  return (
    <div className="pb-16">
      <FormHead title={title} errors={actionData?.errors} />
      <PageHeader title={title} isWork>
        <p>
          <a href="/team/clients">All clients</a>
        </p>
        {client && (
          <ButtonLink href={`/team/clients/${client.company.id}/requirement`} variant="outline">
            File a Requirement for Them
          </ButtonLink>
        )}
      </PageHeader>
      <div className="wrap grid grid-cols-1 gap-8">
        <Part id="requirements" title="Requirements">
          {!client && <Unavailable />}
          {client?.requirements.rows.length === 0 && <p className="empty">Nothing filed yet.</p>}
          {client && <RequirementTable requirements={client.requirements.rows} names={names} now={now} />}
          {client?.requirements.next && (
            <p className="mt-6">
              <a href={`/team/requirements?client=${client.company.id}`}>All requirements of this company</a>
            </p>
          )}
        </Part>
        <div className="side-by-side">
          {client && (
            <Part id="contact" title="Contact">
              <ContactCard company={client.company} />
            </Part>
          )}
          {client && (
            <Part id="people" title="People">
              <MemberList client={client} />
            </Part>
          )}
          {!isOwned && (
            <Part id="invite" title="Invite an owner">
              <OwnerForm />
            </Part>
          )}
        </div>
      </div>
    </div>
  );
}
