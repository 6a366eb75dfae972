import { ButtonLink } from "~/ui/button";
import type { Frame } from "./frame.server";
import { requirementPathFor } from "./requirement-frame";
import { isEditable } from "./transitions";

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
