import type { Route } from "./+types/client";
import { ClientNoteForm, ContactCard, MemberList, OwnerForm, TermsSheet } from "~/features/clients/client-parts";
import { ClientTimeline } from "~/features/clients/client-timeline";
import { inviteOwner, loadClient, loadClientTimeline, noteClient } from "~/features/clients/clients.server";
import { clientEditPath, clientPath, listPath } from "~/features/clients/filters";
import { clientNotices } from "~/features/clients/notices";
import { clientNoteSchema, ownerKeys, ownerSchema } from "~/features/clients/schema";
import { statuses, type Status } from "~/features/requirements/statuses";
import { RequirementTable } from "~/features/requirements/team/requirement-table";
import { loadRequirements } from "~/features/requirements/team/team.server";
import { everyName } from "~/features/team/names";
import { teamNotices } from "~/features/team/notices";
import { TOKEN_KEY } from "~/lib/forms/form";
import { identifyForm } from "~/lib/forms/form-token.server";
import { formContext, type Context } from "~/lib/http/context";
import { askAll } from "~/lib/result";
import { labelOf } from "~/lib/schema/fields";
import { changeByForm } from "~/pages/change";
import { loadTeamRecord } from "~/pages/team";
import { requireId, withStatus } from "~/pages/page";
import { ButtonLink } from "~/ui/forms/button";
import { FormHead } from "~/ui/forms/form-head";
import { SignInAgain } from "~/ui/forms/sign-in-again";
import { PageHeader } from "~/ui/layout/page-header";
import { Pages } from "~/ui/layout/pages";
import { Part } from "~/ui/layout/part";
import { Unavailable } from "~/ui/layout/unavailable";

export const handle = { hasForm: true };

async function loadClientPage(context: Context, id: string, before: string | null) {
  const found = await askAll({
    client: loadClient(context, id),
    requirements: loadRequirements(context, { client: id }, null),
    timeline: loadClientTimeline(context, id, before),
  });
  if (!found.ok) return found;
  const { client, ...rest } = found.value;
  return { ok: true, value: client && { ...client, ...rest } } as const;
}

export async function loader({ params, url, context }: Route.LoaderArgs) {
  const id = requireId(params.id);
  const before = url.searchParams.get("before");
  const page = await loadTeamRecord(context, url, () => loadClientPage(context, id, before));
  return withStatus({ ...page, id, isFirst: before === null, now: new Date() });
}

/** Writes down what was said, or invites an owner for a company that nobody owns. */
export async function action({ params, context }: Route.ActionArgs) {
  const id = requireId(params.id);
  const body = context.get(formContext);
  const common = { notDone: clientNotices.notDone };
  if (body.get("intent") === "invite") {
    return changeByForm(context, [ownerSchema, ownerKeys], (values) => ({
      ...common,
      act: () => inviteOwner(context, id, values),
      failed: "owner not invited",
      done: () => ({ notice: teamNotices.invited(values.email), path: clientPath(id), hasMail: true }),
      isInvitation: true,
    }));
  }
  return changeByForm(context, [clientNoteSchema], (values) => ({
    ...common,
    act: (by) => {
      const { form_id } = identifyForm(body.get(TOKEN_KEY), "client-note", { ...values, id, by }, "page");
      return noteClient(context, id, form_id, values);
    },
    failed: "client not noted",
    done: () => ({ notice: clientNotices.noted, path: clientPath(id) }),
  }));
}

/** A company: what is open, what happened, whom to ring, and on which terms we work. */
export default function ClientPage({ loaderData, actionData }: Route.ComponentProps) {
  const { answer, id, now, isFirst } = loaderData;
  const client = answer.ok ? answer.value : null;
  const title = client?.company.company_name ?? "Client";
  const isOwned = client?.members.some(({ access }) => access === "owner") ?? false;
  return (
    <div className="pb-16">
      <FormHead title={title} errors={actionData?.errors} />
      <PageHeader title={title} isWork>
        <p>
          <a href={listPath}>All clients</a>
        </p>
        {client && (
          <ButtonLink href={`${clientPath(id)}/requirement`} variant="outline">
            File a Requirement for Them
          </ButtonLink>
        )}
      </PageHeader>
      {!client && (
        <div className="wrap form-column grid gap-6">
          {!answer.ok && answer.status === 401 ? <SignInAgain /> : <Unavailable />}
          {actionData && "body" in actionData.defaultValues && <ClientNoteForm sent={actionData} />}
          {actionData && "email" in actionData.defaultValues && <OwnerForm />}
        </div>
      )}
      {client && (
        <div className="wrap grid grid-cols-1 gap-8">
          <Part id="contact" title="Contact" heading="sr-only">
            <ContactCard company={client.company} />
          </Part>
          <Part id="requirements" title="Requirements" heading="ruled">
            {client.requirements.rows.length === 0 && <p className="empty">Nothing filed yet.</p>}
            {client.requirements.rows.length > 0 && (
              <RequirementTable requirements={client.requirements.rows} names={everyName(loaderData)} now={now} />
            )}
            {client.requirements.next && (
              <p className="mt-6">
                <a href={`/team/requirements?client=${id}`}>All requirements of this company</a>
              </p>
            )}
          </Part>
          <div className="record">
            <Part id="timeline" title="What happened" heading="ruled">
              <ClientNoteForm sent={actionData} />
              {(isFirst || client.timeline.rows.length > 0) && (
                <ClientTimeline
                  entries={client.timeline.rows}
                  statusWords={(status) => labelOf(statuses, status as Status)}
                />
              )}
              <Pages
                path={clientPath(id)}
                next={client.timeline.next}
                isFirst={isFirst}
                isEmpty={client.timeline.rows.length === 0}
              />
            </Part>
            <div className="beside grid gap-8">
              <Part id="terms" title="Terms" heading="ruled">
                <TermsSheet terms={client.terms} />
                <p>
                  <a href={clientEditPath(id)}>
                    Change terms{client.company.contact_user_id === null && " or contact"}
                  </a>
                </p>
              </Part>
              <Part id="people" title="People" heading="ruled">
                <MemberList client={client} />
              </Part>
              {!isOwned && (
                <Part id="invite" title="Invite an owner" heading="ruled">
                  <OwnerForm />
                </Part>
              )}
            </div>
          </div>
        </div>
      )}
    </div>
  );
}
