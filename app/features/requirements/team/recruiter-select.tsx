import type { FormState } from "~/lib/forms/form";
import type { Options } from "~/lib/schema/fields";
import { LabelledSelect } from "~/ui/forms/labelled";

/** The choice that was made, while nobody can say who there is. */
function chosenAlone(recruiter: string): Options {
  return recruiter === "" ? [] : [[recruiter, "The colleague you chose"]];
}

type RecruiterSelectProps = { state: FormState | undefined; people: Options; userId: string };

/** Who is in charge of a requirement from the start: whoever makes it, unless they say otherwise. */
export function RecruiterSelect({ state, people, userId }: RecruiterSelectProps) {
  const recruiter = String(state?.defaultValues["recruiter"] ?? userId);
  return (
    <LabelledSelect
      name="recruiter"
      label="In charge, as the company sees it"
      options={people.length > 0 ? people : chosenAlone(recruiter)}
      value={recruiter}
      empty="Nobody"
      error={state?.errors["recruiter"]?.message}
    />
  );
}
