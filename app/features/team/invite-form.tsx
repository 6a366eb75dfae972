import { Form } from "react-router";
import { usePostedForm } from "~/lib/forms/use-posted-form";
import { Button } from "~/ui/forms/button";
import { EmailField, SelectField, TextField } from "~/ui/forms/field";
import { teamRoles } from "./schema";

/** Invites somebody to the team: their mail leads to a page that makes them one. */
export function InviteForm() {
  const form = usePostedForm({ email: "", role: "", full_name: "" });
  return (
    <Form method="post" noValidate className="grid gap-5">
      <EmailField form={form} name="email" label="Email" autoComplete="email" />
      <SelectField form={form} name="role" label="Role" required options={teamRoles} />
      <TextField form={form} name="full_name" label="Name" hint="As colleagues and clients see it." />
      <Button name="intent" value="invite" busyText="Inviting...">
        Invite
      </Button>
    </Form>
  );
}
