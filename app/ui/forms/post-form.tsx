import type { ReactNode } from "react";
import { Button } from "./button";
import { OwnedForm } from "./owned-form";

type PostFormProps = {
  /** What the action is asked for. */
  intent: string;
  /** What the one button says, and what it says while the form is on the way (§2). */
  button: string;
  busyText: string;
  children: ReactNode;
};

/** Fields one under the other, with one button that sends them. What is wrong with them the server says. */
export function PostForm({ intent, button, busyText, children }: PostFormProps) {
  return (
    <OwnedForm noValidate className="grid gap-5">
      {children}
      <Button name="intent" value={intent} busyText={busyText}>
        {button}
      </Button>
    </OwnedForm>
  );
}
