import { Form } from "react-router";
import { candidatePath } from "~/content/navigation";
import { usePostedForm } from "~/lib/forms/use-posted-form";
import { Button } from "~/ui/forms/button";
import { EmailField } from "~/ui/forms/field";
import { Part } from "~/ui/layout/part";

/** Asks for a link to the own page. Whether an address is known nobody learns here. */
export function LinkForm() {
  const form = usePostedForm({ email: "" });
  return (
    <Part id="new-link" title="Ask for a new link" heading="text-lg" className="grid gap-4">
      <p>Enter the address that we wrote to. If we know it, we send a link to your page there within minutes.</p>
      <Form method="post" action={candidatePath} noValidate className="grid gap-5">
        <EmailField form={form} name="email" label="Email" autoComplete="email" />
        <div className="actions">
          <Button name="intent" value="ask-link" busyText="Sending...">
            Send Me a Link
          </Button>
        </div>
      </Form>
    </Part>
  );
}
