import { ButtonLink } from "~/ui/forms/button";
import type { Frame } from "~/features/requirements/frame/frame.server";
import { requirementPathFor } from "~/features/requirements/frame/requirement-frame";
import { isEditable } from "~/features/requirements/statuses";

/** What to do about one that the team has filed, if no member of the company asked for it; for who may do it. */
export function NotAsked({ id, status, may_write }: Pick<Frame, "id" | "status" | "may_write">) {
  if (!may_write) return null;
  const path = requirementPathFor("company", id);
  return (
    <>
      {" "}
      If none of you asked for it, tell us <a href={`${path}/messages`}>in a message</a>
      {isEditable(status) && (
        <>
          , or <a href={`${path}/withdraw`}>withdraw it</a>
        </>
      )}
      .
    </>
  );
}

/** What somebody may do with a requirement of their company, as long as its state lets them. */
export function OwnActions({ id, status, may_write }: Pick<Frame, "id" | "status" | "may_write">) {
  if (!may_write) return null;
  const path = requirementPathFor("company", id);
  const isOpen = isEditable(status);
  return (
    <p className="actions">
      {isOpen && (
        <ButtonLink href={`${path}/edit`} variant="outline">
          Edit
        </ButtonLink>
      )}
      <ButtonLink href={`${path}/duplicate`} variant="outline">
        Duplicate
      </ButtonLink>
      {isOpen && (
        <ButtonLink href={`${path}/withdraw`} variant="danger">
          Withdraw
        </ButtonLink>
      )}
    </p>
  );
}
