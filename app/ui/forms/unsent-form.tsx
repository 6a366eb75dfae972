import type { ReactNode } from "react";
import type { FormState } from "~/lib/forms/form";
import { Button } from "./button";
import { OwnedForm } from "./owned-form";

type UnsentFormProps = {
  /** What was entered and has no field of its own here. */
  sent: Pick<FormState, "defaultValues" | "lists">;
  /** What the form asks for, and what its button says. */
  intent: string;
  button: string;
  /** Fields for what was typed. */
  children?: ReactNode;
};

/** In the place of a page that can't be shown just now: what was entered for it stays, to be sent again. */
export function UnsentForm({ sent: { defaultValues, lists }, intent, button, children }: UnsentFormProps) {
  const entries = Object.entries(defaultValues).flatMap(([name, value]): [string, string][] => {
    if (typeof value === "string") return [[name, value]];
    return value ? [[name, "on"]] : [];
  });
  const listed = Object.entries(lists).flatMap(([name, list]) => list.map((value) => [name, value] as const));
  return (
    <OwnedForm className="grid gap-4">
      {[...entries, ...listed].map(([name, value]) => (
        <input key={`${name} ${value}`} type="hidden" name={name} value={value} />
      ))}
      {children}
      <div>
        <Button name="intent" value={intent} busyText="Sending...">
          {button}
        </Button>
      </div>
    </OwnedForm>
  );
}
