import { useState, type KeyboardEvent } from "react";
import { LIMITS } from "~/lib/schema";
import { Button } from "~/ui/button";
import { describedBy, FieldFrame, fieldId } from "~/ui/field";
import { cleanSkills, skillEntry, type SkillField } from "./schema";
import { intentValue } from "./skills";

const HINT = "Type a skill and press Enter, or use the button. One at a time.";

type SkillsFieldProps = {
  name: SkillField;
  label: string;
  required?: boolean;
  skills: string[];
  /** What stands in the box, not yet added. */
  entry: string;
  error: string | undefined;
  onChange: (skills: string[]) => void;
};

/**
 * A list of skills, typed one by one (§2, "Submit Job Requirement"). Without a script its buttons post the form, which
 * comes back with the list changed; with one they change it in place.
 */
export function SkillsField({ name, label, required, skills, entry, error, onChange }: SkillsFieldProps) {
  const [typed, setTyped] = useState(entry);
  const id = fieldId(name);
  // After the round trip the page opens at this box again.
  const action = `#${id}`;

  function add() {
    onChange(cleanSkills([...skills, typed]));
    setTyped("");
  }

  function addOnEnter(event: KeyboardEvent) {
    if (event.key !== "Enter" || event.nativeEvent.isComposing) return;
    event.preventDefault();
    add();
  }

  return (
    <div className="sm:col-span-2">
      <FieldFrame name={name} label={label} required={required} hint={HINT} error={error}>
        {skills.length > 0 && (
          <ul className="flex flex-wrap gap-2">
            {skills.map((skill, index) => (
              <li key={skill} className="skill">
                <input type="hidden" name={name} value={skill} />
                {skill}
                <Button
                  variant="quiet"
                  name="intent"
                  value={intentValue({ kind: "remove", field: name, index })}
                  formAction={action}
                  onClick={(event) => {
                    event.preventDefault();
                    onChange(skills.filter((other) => other !== skill));
                  }}
                >
                  Remove<span className="sr-only"> {skill}</span>
                </Button>
              </li>
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
            value={typed}
            onChange={(event) => setTyped(event.target.value)}
            onKeyDown={addOnEnter}
            maxLength={LIMITS.skill}
            autoComplete="off"
          />
          <Button
            variant="outline"
            name="intent"
            value={intentValue({ kind: "add", field: name })}
            formAction={action}
            onClick={(event) => {
              event.preventDefault();
              add();
            }}
          >
            Add<span className="sr-only"> to {label}</span>
          </Button>
        </div>
      </FieldFrame>
    </div>
  );
}
