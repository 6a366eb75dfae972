import { FORM_ID } from "~/lib/forms/form";
import { CandidateFields } from "~/features/candidates/candidate-fields";
import { shortFieldNames } from "~/features/candidates/schema";
import { usePostedForm } from "~/lib/forms/use-posted-form";
import { isAnybodyThere } from "~/lib/schema/audience";
import { Button, ButtonLink } from "~/ui/forms/button";
import { LabelledInput } from "~/ui/forms/labelled";
import { findPath } from "~/features/candidates/team/finding/filters";
import { SimilarList } from "~/features/candidates/team/record/similar-list";
import type { Shortlist, Similar } from "./shortlist.server";
import { OwnedForm } from "~/ui/forms/owned-form";
import { RadioChoices } from "~/ui/forms/radio-choices";

/** Adds somebody who is known, with one post. */
function AddKnown({ id, name }: { id: string; name: string }) {
  return (
    <OwnedForm>
      <input type="hidden" name="candidate" value={id} />
      <Button variant="outline" name="intent" value="add-known" busyText="Adding...">
        Add <bdi className="sr-only">{name}</bdi>
      </Button>
    </OwnedForm>
  );
}

/** Leads to where people are found for a requirement: by its own skills and place, or by words. */
export function FindLink({ requirement }: { requirement: string }) {
  const path = findPath(requirement);
  return (
    <>
      <p>
        <ButtonLink href={path}>Find People</ButtonLink> <span className="hint">by its skills and place</span>
      </p>
      <form method="get" action={path} role="search" aria-label="Candidates" className="pick">
        <LabelledInput name="words" label="Or one we know, by name or number" type="search" maxLength={200} />
        <Button variant="outline">Find</Button>
      </form>
    </>
  );
}

/** Enters somebody new, and adds them. @param similar who may be the same person: then it is sent once more, or they are added */
export function ShortForm({ similar }: { similar: readonly Similar[] }) {
  const form = usePostedForm<Record<string, string>>();
  return (
    <>
      {similar.length > 0 && (
        <section className="found" aria-labelledby="similar">
          <h3 id="similar" className="text-base">
            This may be the same person as
          </h3>
          <SimilarList similar={similar} act={({ id, full_name }) => <AddKnown id={id} name={full_name} />} />
        </section>
      )}
      <OwnedForm id={FORM_ID} noValidate className="grid gap-4">
        <CandidateFields form={form} names={shortFieldNames} />
        {similar.length > 0 && <input type="hidden" name="is_other" value="yes" />}
        <Button name="intent" value="add" busyText="Adding...">
          {similar.length > 0 ? "Add as Another Person" : "Add"}
        </Button>
      </OwnedForm>
    </>
  );
}

/** Where the work is: its place says it first, and where it names no country that is known, the team. */
function WhereForm({
  shortlist,
  is_place_abroad: isPlaceAbroad,
  place,
}: Pick<HowProps, "shortlist" | "is_place_abroad" | "place">) {
  const { is_abroad: isAbroad, is_abroad_said: isSaid } = shortlist;
  const isKnown = isSaid || isPlaceAbroad !== null;
  return (
    <fieldset>
      <legend className="label">
        Where is the job?{" "}
        <span className="hint">
          {isSaid ? "" : isKnown ? "By its place: " : "Its place doesn't say: "}
          <bdi>{place}</bdi>
        </span>
      </legend>
      <RadioChoices
        name="is_abroad"
        className="check"
        chosen={isKnown ? (isAbroad ? "yes" : "no") : undefined}
        choices={[
          ["no", "It is in India"],
          ["yes", "It is outside India"],
        ]}
      />
    </fieldset>
  );
}

type HowProps = Pick<Shortlist, "shortlist" | "audience" | "has_emigration_number" | "is_place_abroad"> & {
  /** Where the requirement says that the job is. */
  place: string;
};

/** How the candidates of a requirement are shown. */
export function HowForm({ shortlist, audience, has_emigration_number, is_place_abroad, place }: HowProps) {
  return (
    <OwnedForm className="grid gap-2">
      <input type="hidden" name="seen" value={shortlist.version} />
      <label className="check">
        <input type="checkbox" name="is_blind" value="on" defaultChecked={shortlist.is_blind} />
        <span>
          Blind: no names <span className="hint">until the company says “interview”</span>
        </span>
      </label>
      <label className="check">
        <input type="checkbox" name="tells_pay" value="on" defaultChecked={shortlist.tells_pay} />
        <span>
          Tell candidates the pay <span className="hint">if the company agrees</span>
        </span>
      </label>
      <WhereForm shortlist={shortlist} is_place_abroad={is_place_abroad} place={place} />
      {(shortlist.is_by_mail || !isAnybodyThere(audience)) && (
        <label className="check">
          <input type="checkbox" name="is_by_mail" value="on" defaultChecked={shortlist.is_by_mail} />
          <span>
            The cards go by mail or on paper{" "}
            <span className="hint">the company has no account; candidates are asked for just this</span>
          </span>
        </label>
      )}
      {shortlist.is_abroad && !has_emigration_number && (
        <p className="hint">
          You can't ask candidates yet: the job is abroad, and the settings have no registration number under the
          Emigration Act. Ask an administrator, or say that it is in India.
        </p>
      )}
      <div>
        <Button variant="outline" name="intent" value="how">
          Save
        </Button>
      </div>
    </OwnedForm>
  );
}
