import { usePostedForm } from "~/lib/forms/use-posted-form";
import { EmailField, SelectField, TextField } from "~/ui/forms/field";
import { PostForm } from "~/ui/forms/post-form";
import { teamRoles } from "./schema";

/** Invites somebody to the team: their mail leads to a page that makes them one. */
export function InviteForm() {
  const form = usePostedForm({ email: "", role: "", full_name: "" });
  return (
    <PostForm intent="invite" button="Invite" busyText="Inviting...">
      <EmailField form={form} name="email" label="Email" autoComplete="email" />
      <SelectField form={form} name="role" label="Role" required options={teamRoles} />
      <TextField form={form} name="full_name" label="Name" hint="As colleagues and clients see it." />
    </PostForm>
  );
}
