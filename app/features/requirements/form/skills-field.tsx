import { useEffect, useRef, useState, type KeyboardEvent } from "react";
import { Button } from "~/ui/forms/button";
import { describedBy, FieldFrame, fieldId } from "~/ui/forms/field";
import type { SkillField } from "~/features/requirements/fields";
import { cleanSkills } from "~/lib/format/skills";
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
  onType: (typed: string) => void;
  onChange: (skills: string[]) => void;
  /** Does the page's script keep the list for a reload, where no other script does? */
  isKept: boolean;
};

type SkillItemProps = Pick<SkillsFieldProps, "name"> & {
  skill: string;
  index: number;
  /** After the round trip the page opens at this box again. */
  action: string;
  onRemove?: () => void;
};

/** A skill of the list, and the button that removes it. */
function SkillItem({ name, skill, index, action, onRemove }: SkillItemProps) {
  return (
    <li className="skill">
      <input type="hidden" name={name} value={skill} />
      <span>{skill}</span>
      <Button
        variant="quiet"
        name="intent"
        value={intentValue({ kind: "remove", field: name, index })}
        formAction={action}
        onClick={(event) => {
          event.preventDefault();
          // Of a double click, the second meets the next skill, which has moved up.
          if (event.detail <= 1) onRemove?.();
        }}
      >
        Remove<span className="sr-only"> {skill}</span>
      </Button>
    </li>
  );
}

const LIST = "flex flex-wrap gap-2";

/**
 * A list of skills, typed one by one (§2, "Submit Job Requirement"). Without a script its buttons post the form, which
 * comes back with the list changed; with one they change it in place, say so, and leave the focus at the next thing to do.
 */
export function SkillsField({
  name,
  label,
  required,
  skills,
  typed,
  error,
  isNext,
  onType,
  onChange,
  isKept,
}: SkillsFieldProps) {
  const [said, setSaid] = useState("");
  const field = useRef<HTMLDivElement>(null);
  /** The place in the list whose skill has just gone: the focus goes to what stands there now. */
  const removed = useRef<number>(undefined);
  const id = fieldId(name);
  const action = `#${id}`;

  function focusBox() {
    field.current?.querySelector<HTMLElement>(`#${id}`)?.focus();
  }

  useEffect(() => {
    if (removed.current === undefined) return;
    const buttons = field.current?.querySelectorAll<HTMLElement>("li button");
    const next = buttons?.[Math.min(removed.current, buttons.length - 1)];
    removed.current = undefined;
    if (next) next.focus();
    else focusBox();
  });

  function add() {
    const next = cleanSkills([...skills, typed]);
    const added = next.slice(skills.length).join(", ");
    const known = cleanSkills([typed]).join(", ");
    if (added) setSaid(`${added} added`);
    else setSaid(known && `${known} ${known.includes(",") ? "are" : "is"} in the list already`);
    onChange(next);
    onType("");
  }

  function remove(index: number) {
    removed.current = index;
    setSaid(`${skills[index]} removed`);
    onChange(skills.filter((_, other) => other !== index));
  }

  function addOnEnter(event: KeyboardEvent) {
    if (event.key !== "Enter" || event.nativeEvent.isComposing) return;
    event.preventDefault();
    add();
  }

  return (
    <div ref={field} className="sm:col-span-2">
      <FieldFrame name={name} label={label} required={required} hint={HINT} error={error}>
        {skills.length > 0 && (
          <ul className={LIST}>
            {skills.map((skill, index) => (
              <SkillItem
                key={`${index} ${skill}`}
                name={name}
                skill={skill}
                index={index}
                action={action}
                onRemove={() => remove(index)}
              />
            ))}
          </ul>
        )}
        {/* A list of one, for the script that shows the list again (enhance/keep). */}
        {isKept && (
          <template data-list={name}>
            <ul className={LIST}>
              <SkillItem name={name} skill="" index={0} action={action} />
            </ul>
          </template>
        )}
        <div className="flex gap-2">
          <input
            id={id}
            name={skillEntry(name)}
            className="control"
            aria-invalid={error ? true : undefined}
            aria-describedby={describedBy(name, HINT, error)}
            value={typed}
            autoFocus={isNext}
            onChange={(event) => onType(event.target.value)}
            onKeyDown={addOnEnter}
          />
          <Button
            variant="outline"
            name="intent"
            value={intentValue({ kind: "add", field: name })}
            formAction={action}
            onClick={(event) => {
              event.preventDefault();
              add();
              focusBox();
            }}
          >
            Add<span className="sr-only"> to {label}</span>
          </Button>
        </div>
        <p role="status" className="sr-only">
          {said}
        </p>
      </FieldFrame>
    </div>
  );
}
