import { Form } from "react-router";
import { company as agency } from "~/content/company";
import { usePostedForm } from "~/lib/forms/use-posted-form";
import { Button, ButtonLink } from "~/ui/forms/button";
import { EmailField } from "~/ui/forms/field";
import { Act } from "~/ui/forms/act";
import { linkPath } from "./paths";

/** Asks once whether somebody else has the address, or the number. */
export function NotMeForm({ token, isByPhone }: { token: string; isByPhone: boolean }) {
  return (
    <>
      <p>
        {isByPhone
          ? `Then ${agency.name} has the wrong number. We delete it, close every question we asked at it, and never ask at it again. This can’t be undone here: ring us if you were wrong.`
          : `Then ${agency.name} has the wrong address. We close every question we asked here, and stop writing to it. One last mail goes there, with a link that undoes this.`}
      </p>
      <Form method="post" className="acts-of-two">
        <Act does={isByPhone ? "We never ask at this number again." : "We never write to this address again."}>
          <Button variant="danger" name="intent" value="disown" busyText="Stopping...">
            This Is Not Me
          </Button>
        </Act>
        <Act does="Nothing changes. You see the question again.">
          <ButtonLink href={linkPath(token)} variant="outline">
            No, Go Back
          </ButtonLink>
        </Act>
      </Form>
    </>
  );
}

/** Takes the address that the link went to, of which nothing but a digest is kept. */
export function MyMailboxForm() {
  const form = usePostedForm({ email: "" });
  return (
    <Form method="post" noValidate className="grid gap-5">
      <p>
        Someone who has our mail to you said: this is not me. So we deleted your address. Enter it again: we can then
        write to you, and your page opens as before. The old questions stay closed. Your recruiter may ask again.
      </p>
      <EmailField form={form} name="email" label="The address we sent this link to" autoComplete="email" />
      <div className="actions">
        <Button name="intent" value="undo" busyText="Saving...">
          It Is Me After All
        </Button>
      </div>
    </Form>
  );
}
