import { Form } from "react-router";
import type { ApplyingTexts } from "~/content/jobs/applying";
import { Act } from "~/ui/forms/act";
import { Button, ButtonLink } from "~/ui/forms/button";
import { confirmPath } from "./paths";

/** Asks once whether somebody else has sent it. */
export function NotMe({ texts: { notMe }, token }: { texts: ApplyingTexts; token: string }) {
  return (
    <>
      <p>{notMe.text}</p>
      <Form method="post" className="acts-of-two">
        <Act does={notMe.pressHint}>
          <Button variant="danger" name="intent" value="disown" busyText={notMe.pressing}>
            {notMe.press}
          </Button>
        </Act>
        <Act does={notMe.backHint}>
          <ButtonLink href={confirmPath(token)} variant="outline">
            {notMe.back}
          </ButtonLink>
        </Act>
      </Form>
    </>
  );
}
