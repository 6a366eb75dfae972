import { data } from "react-router";
import type { Route } from "./+types/removal";
import { teamNotices } from "~/features/team/notices";
import { successors } from "~/features/team/names";
import { removeFromTeam } from "~/features/team/people.server";
import { NOBODY, removalKeys, removalSchema, roleName } from "~/features/team/schema";
import { workWords } from "~/features/team/work-in-hand";
import { formContext } from "~/lib/http/context";
import { NO_ENTRIES } from "~/lib/forms/form";
import { formResponse, parseForm } from "~/lib/forms/form.server";
import type { Options } from "~/lib/schema/fields";
import { usePostedForm } from "~/lib/forms/use-posted-form";
import { loadRemovalPage } from "~/pages/admin";
import { makeChange } from "~/pages/change";
import { SubmitOrCancel } from "~/ui/forms/button";
import { SelectField } from "~/ui/forms/field";
import { OwnedForm } from "~/ui/forms/owned-form";
import { Unavailable } from "~/ui/layout/unavailable";
import { WorkPage } from "~/ui/layout/work/work-page";

const TITLE = "Remove from the team";

export async function loader({ params, url, context }: Route.LoaderArgs) {
  const { status, ...page } = await loadRemovalPage(context, url, params.id);
  return data(page, { status });
}

export async function action({ params, url, context }: Route.ActionArgs) {
  const { person, work, userId, status } = await loadRemovalPage(context, url, params.id);
  if (!person) return formResponse(NO_ENTRIES, status);
  const { values, state } = await parseForm(context.get(formContext), removalSchema, removalKeys);
  // Who has nothing in hand leaves nothing to anybody.
  if (!values && workWords(work) !== undefined) return formResponse(state, 400);
  const successor = values && values.successor !== NOBODY ? values.successor : null;
  return makeChange(context, {
    state: { ...state, errors: {} },
    act: () => removeFromTeam(context, person.user_id, successor),
    failed: "person not removed",
    notDone: teamNotices.notDone,
    done: (isDone) => {
      const notice = teamNotices.handedOverInPart(person.display_name);
      if (!isDone) return { notice, path: url.pathname, hasMail: true };
      // Whoever has left sees nothing of the team any more.
      const path = person.user_id === userId ? "/" : "/team/people";
      return { notice: teamNotices.removed(person.display_name), path, hasMail: true };
    },
    notFoundWhen: () => false,
  });
}

type RemovalFormProps = { name: string; work: string | undefined; people: Options };

/** Takes somebody's role; of who has something in hand, with the choice to whom it goes. */
function RemovalForm({ name, work, people }: RemovalFormProps) {
  const form = usePostedForm({ successor: "" });
  return (
    <OwnedForm noValidate className="grid gap-5">
      {work !== undefined && (
        <SelectField
          form={form}
          name="successor"
          label="Who takes it over"
          required
          options={[...people, [NOBODY, "Nobody: leave it unassigned"]]}
        />
      )}
      <SubmitOrCancel name="intent" value="remove" path="/team/people" cancel="Keep">
        Remove {name}
      </SubmitOrCancel>
    </OwnedForm>
  );
}

/** Asks once before somebody leaves the team, and to whom goes what they have in hand. */
export default function PersonRemovalPage({ loaderData, actionData }: Route.ComponentProps) {
  const { person, work, userId, team } = loaderData;
  const held = work && workWords(work);
  return (
    <WorkPage title={TITLE} documentTitle={TITLE} state={actionData}>
      <div className="form-column">
        {!person && <Unavailable />}
        {person && (
          <>
            <p>
              <strong>{person.display_name}</strong>
              {person.user_id === userId && " (you)"}, {roleName(person.role)}, will no longer see the team&apos;s
              pages. The account stays, and so does everything they wrote and closed, under their name. An admin&apos;s
              open invitations are revoked.
            </p>
            <p>
              {held === undefined ? (
                "They have no open work."
              ) : (
                <>
                  They have <strong>{held}</strong> in hand. Companies see at once who takes over theirs.
                </>
              )}
            </p>
            <RemovalForm name={person.display_name} work={held} people={successors(team, person.user_id)} />
          </>
        )}
      </div>
    </WorkPage>
  );
}
