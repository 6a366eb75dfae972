import { Button } from "~/ui/forms/button";
import { describedBy, FieldFrame, fieldId } from "~/ui/forms/field";
import type { SkillField } from "~/features/requirements/fields";
import { skillEntry } from "~/features/requirements/schema";
import { intentValue } from "./intent";

const HINT = "Type a skill and press Enter, or use the button. Several at once: with commas between them.";

type SkillsFieldProps = {
  name: SkillField;
  label: string;
  required?: boolean | undefined;
  skills: string[];
  /** What stands in the box, not yet added. */
  typed: string;
  error: string | undefined;
  /** Does the page open at this box, since Enter in it has just added a skill? */
  isNext: boolean;
};

type SkillItemProps = Pick<SkillsFieldProps, "name"> & {
  skill: string;
  index: number;
  /** After the round trip the page opens at this box again. */
  action: string;
};

/** A skill of the list, and the button that removes it. */
function SkillItem({ name, skill, index, action }: SkillItemProps) {
  return (
    <li className="skill">
      <input type="hidden" name={name} value={skill} />
      <span>{skill}</span>
      <Button
        variant="quiet"
        name="intent"
        value={intentValue({ kind: "remove", field: name, index })}
        formAction={action}
      >
        Remove<span className="sr-only"> {skill}</span>
      </Button>
    </li>
  );
}

const LIST = "flex flex-wrap gap-2";

/**
 * A list of skills, typed one by one (§2, "Submit Job Requirement"). Its buttons post the form, which comes back with the
 * list changed; a script changes it in place (enhance/requirement-form/skills).
 */
export function SkillsField({ name, label, required, skills, typed, error, isNext }: SkillsFieldProps) {
  const id = fieldId(name);
  const action = `#${id}`;
  return (
    <div className="sm:col-span-2">
      <FieldFrame name={name} label={label} required={required} hint={HINT} error={error}>
        {skills.length > 0 && (
          <ul className={LIST}>
            {skills.map((skill, index) => (
              <SkillItem key={`${index} ${skill}`} name={name} skill={skill} index={index} action={action} />
            ))}
          </ul>
        )}
        <div className="flex gap-2">
          <input
            id={id}
            name={skillEntry(name)}
            className="control"
            aria-invalid={error ? true : undefined}
            aria-describedby={describedBy(name, HINT, error)}
            defaultValue={typed}
            autoFocus={isNext}
          />
          <Button variant="outline" name="intent" value={intentValue({ kind: "add", field: name })} formAction={action}>
            Add<span className="sr-only"> to {label}</span>
          </Button>
        </div>
        {/* A list of one, for the scripts that show the list as it was left, or as it is changed. Behind the box: browsers for
            text show what is in it. */}
        <template data-list={name}>
          <ul className={LIST}>
            <SkillItem name={name} skill="" index={0} action={action} />
          </ul>
        </template>
        <p role="status" className="sr-only" />
      </FieldFrame>
    </div>
  );
}
