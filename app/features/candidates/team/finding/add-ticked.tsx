import type { ReactNode } from "react";
import { Button } from "~/ui/forms/button";
import { LabelledSelect } from "~/ui/forms/labelled";
import type { FormState } from "~/lib/forms/form";
import { OwnedForm } from "~/ui/forms/owned-form";
import { UnsentForm } from "~/ui/forms/unsent-form";
import type { OwnRequirement } from "./adding.server";
import { ADD_FORM } from "./candidate-table";

type ChoiceProps = { requirements: readonly OwnRequirement[]; chosen?: string | undefined; error?: string | undefined };

/** So many of one's open requirements are offered, those with the latest word. */
const MOST_OFFERED = 50;

/** For whoever is in charge of none, or of more than are offered. */
const ELSEWHERE = (
  <p className="hint">
    To add them to a requirement that is not here, open it under <a href="/team/requirements">Requirements</a>, and find
    people there.
  </p>
);

/** Which of one's open requirements candidates are added to. */
function RequirementChoice({ requirements, chosen = "", error }: ChoiceProps) {
  return (
    <LabelledSelect
      name="requirement"
      label="Your open requirements"
      options={requirements.map(({ id, job_title, company }) => [id, [job_title, company].filter(Boolean).join(", ")])}
      value={chosen}
      empty="Choose one"
      error={error}
    />
  );
}

/** Adds all that is ticked of a list to one of one's requirements. @param chosen the one that was chosen before */
export function AddTicked({
  requirements,
  chosen,
}: {
  requirements: readonly OwnRequirement[];
  chosen?: string | undefined;
}) {
  if (requirements.length === 0) return ELSEWHERE;
  return (
    <>
      <AddForm>
        <RequirementChoice requirements={requirements} chosen={chosen} />
        <Button name="intent" value="add-ticked" busyText="Adding...">
          Add Those Ticked
        </Button>
      </AddForm>
      {requirements.length >= MOST_OFFERED && ELSEWHERE}
    </>
  );
}

/** The form that the ticks of the table belong to. */
export function AddForm({ children }: { children: ReactNode }) {
  return (
    <OwnedForm id={ADD_FORM} className="several sticky-acts no-print">
      {children}
    </OwnedForm>
  );
}

/** Adds one candidate to one of one's requirements, on their page. */
export function AddToRequirement({ requirements, error }: ChoiceProps) {
  if (requirements.length === 0) return ELSEWHERE;
  return (
    <>
      <OwnedForm className="grid gap-3">
        <RequirementChoice requirements={requirements} error={error} />
        <div>
          <Button variant="outline" name="intent" value="add-to" busyText="Adding...">
            Add to a Requirement
          </Button>
        </div>
      </OwnedForm>
      {requirements.length >= MOST_OFFERED && ELSEWHERE}
    </>
  );
}

/** In the place of a list that can't be shown: whoever was ticked on it stays ticked. */
export function UnsentTicks({ sent }: { sent: FormState | undefined }) {
  if (!sent?.lists["candidate"]?.length) return null;
  return (
    <UnsentForm sent={sent} intent="add-ticked" button="Add Those Ticked">
      <p>It is not done yet.</p>
    </UnsentForm>
  );
}
