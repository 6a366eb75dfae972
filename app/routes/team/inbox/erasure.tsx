import { counted } from "~/lib/format/counts";
import type { Route } from "./+types/erasure";
import { eraseSender, previewErasure, type SenderErasure } from "~/features/inbox/erasure.server";
import { itemPath } from "~/features/inbox/filters";
import { inboxNotices, refusalNotice } from "~/features/inbox/notices";
import { NO_ENTRIES } from "~/lib/forms/form";
import { titled } from "~/lib/format/titles";
import { makeChange } from "~/pages/change";
import { loadTeamRecord } from "~/pages/team";
import { requireId, withStatus } from "~/pages/page";
import { Button, ButtonLink } from "~/ui/forms/button";
import { OwnedForm } from "~/ui/forms/owned-form";
import { Part } from "~/ui/layout/part";
import { Unavailable } from "~/ui/layout/unavailable";
import { WorkPage } from "~/ui/layout/work/work-page";

const TITLE = "Erase a person";

export const meta = () => [{ title: titled(TITLE) }];

export async function loader({ params, url, context }: Route.LoaderArgs) {
  const id = requireId(params.id);
  const page = await loadTeamRecord(context, url, () => previewErasure(context, id));
  return withStatus({ ...page, path: itemPath(id) });
}

/** Deletes all that somebody has sent. */
export function action({ params, context }: Route.ActionArgs) {
  const id = requireId(params.id);
  return makeChange(context, {
    state: NO_ENTRIES,
    act: () => eraseSender(context, id),
    failed: "sender not erased",
    notDone: (failure) => refusalNotice(failure, false),
    done: () => ({ notice: inboxNotices.erased, path: "/team" }),
  });
}

/** What goes, and the question. */
function Question({ person, path }: { person: SenderErasure; path: string }) {
  const { name, reached_at, is_member, items, candidates, mails } = person;
  const who = (
    <>
      <bdi className="font-semibold">{name}</bdi>, <bdi>{reached_at}</bdi>
    </>
  );
  if (is_member) {
    return (
      <>
        <p>{who}, belongs to a company or to the team, or is invited to one. More than their messages is theirs.</p>
        <p>They are erased with their account, by an administrator of the site.</p>
        <ButtonLink href={path} variant="outline">
          Back to the item
        </ButtonLink>
      </>
    );
  }
  return (
    <>
      <p>Everything that came from {who}, is deleted. It can&apos;t be undone.</p>
      <ul className="lines">
        <li>{counted(items, "item")} of the inbox, with notes, replies and what happened</li>
        <li>{counted(candidates, "candidate record")}, with cards, answers and consents</li>
        <li>{counted(mails, "mail")} to them, sent or waiting</li>
      </ul>
      <p>Companies and their requirements stay, and so does what others wrote.</p>
      <OwnedForm className="actions">
        <Button variant="danger" name="intent" value="erase" busyText="Erasing...">
          Erase All of It
        </Button>
        <ButtonLink href={path} variant="outline">
          Keep
        </ButtonLink>
      </OwnedForm>
    </>
  );
}

/** Asks once before all that somebody has sent is deleted, and says how long things are kept. */
export default function SenderErasurePage({ loaderData: { answer, path } }: Route.ComponentProps) {
  const person = answer.ok ? answer.value : undefined;
  return (
    <WorkPage title={TITLE} className="form-column grid gap-5">
      {!person && <Unavailable />}
      {person && (
        <>
          <Question person={person} path={path} />
          <Part id="kept" title="How long things are kept" heading="text-lg">
            <p>
              Enquiries, closed requirements, mails and the log are deleted by themselves after {person.days.all} days;
              candidates {person.days.candidates} days after the last activity.
            </p>
          </Part>
        </>
      )}
    </WorkPage>
  );
}
