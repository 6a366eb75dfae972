import { data, Form, redirect } from "react-router";
import type { Route } from "./+types/person-removal";
import { titled } from "~/content/company";
import { wakeMail } from "~/features/mail/mail.server";
import { teamMessages } from "~/features/team/messages";
import { removeFromTeam } from "~/features/team/people.server";
import { roleName } from "~/features/team/schema";
import { logFailure } from "~/lib/observe/log.server";
import { isActionLimited } from "~/lib/limits/rate-limit.server";
import { notify } from "~/lib/http/toast.server";
import { admin, askAboutColleague } from "~/pages/admin";
import { Button, ButtonLink } from "~/ui/forms/button";
import { PageHeader } from "~/ui/layout/page-header";
import { Unavailable } from "~/ui/layout/unavailable";

export const handle = { isPrivate: true };

export const middleware: Route.MiddlewareFunction[] = [admin];

const TITLE = "Remove from the team";

export function meta() {
  return [{ title: titled(TITLE) }];
}

export async function loader({ params, url, context }: Route.LoaderArgs) {
  const { status, ...page } = await askAboutColleague(context, url, params.id);
  return data(page, { status });
}

export async function action({ params, url, context }: Route.ActionArgs) {
  const { person, userId, status } = await askAboutColleague(context, url, params.id);
  if (!person) return data(null, { status });
  if (await isActionLimited(context, userId)) return data(null, { status: 429 });
  const result = await removeFromTeam(context, person.user_id);
  if (!result.ok) {
    logFailure(context, result, "person not removed");
    notify(context, teamMessages.notDone(result));
    return data(null, { status: result.status });
  }
  wakeMail(context);
  notify(context, teamMessages.removed(person.display_name));
  // Whoever has left sees nothing of the team any more.
  return redirect(person.user_id === userId ? "/" : "/team/people", 303);
}

/** Asks once before somebody leaves the team. */
export default function PersonRemovalPage({ loaderData: { person, userId } }: Route.ComponentProps) {
  return (
    <div className="pb-16">
      <PageHeader title={TITLE} isWork />
      <div className="wrap grid grid-cols-1 gap-5">
        {!person && <Unavailable />}
        {person && (
          <>
            <p>
              <strong>{person.display_name}</strong>
              {person.user_id === userId && " (you)"}, {roleName(person.role)}, will not see the team&apos;s pages any
              more. The account stays, and so does what they have written, under their name. What is theirs in the inbox
              is nobody&apos;s again, the open requirements that they are in charge of have no recruiter any more, which
              their companies see, and what an admin has invited and nobody has accepted is revoked.
            </p>
            <Form method="post" className="actions">
              <Button name="intent" value="remove">
                Remove {person.display_name}
              </Button>
              <ButtonLink href="/team/people" variant="outline">
                Keep
              </ButtonLink>
            </Form>
          </>
        )}
      </div>
    </div>
  );
}
