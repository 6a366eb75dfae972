import { useEffect } from "react";
import { DraftFields, SaveDraft, SavedMeanwhile, SavingStatus } from "./parts";
import { RequirementForm } from "~/features/requirements/form/requirement-form";
import type { Meanwhile } from "./use-autosave";
import type { RequirementFormModel } from "~/features/requirements/form/use-requirement-form";

type DraftFormProps = {
  model: RequirementFormModel;
  /** Of a draft that somebody else has saved, both words, as the server answered. */
  refused: Meanwhile | undefined;
  minDeadline: string;
};

/** The form of a requirement that can be left and gone on with: it is saved as a draft. */
export function DraftForm({ model, refused, minDeadline }: DraftFormProps) {
  const { said, meanwhile: learnt, reference, meet, saveNow } = model.saving;
  const meanwhile = learnt === undefined ? refused : learnt;
  useEffect(() => {
    if (refused && model.element.current) meet(model.element.current, refused);
    // eslint-disable-next-line react-hooks/exhaustive-deps -- once for an answer
  }, [refused]);
  return (
    <>
      {meanwhile && <SavedMeanwhile meanwhile={meanwhile} />}
      <RequirementForm model={model} minDeadline={minDeadline} saveDraft={<SaveDraft onSave={saveNow} />}>
        {reference && <DraftFields {...reference} />}
      </RequirementForm>
      <SavingStatus said={said} />
    </>
  );
}
