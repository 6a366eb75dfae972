import { Form } from "react-router";
import { Button } from "~/ui/forms/button";
import type { Subscription } from "./notifications.server";

/** What a link is about. */
const SCOPES = {
  requirements: "mails about what happens to requirements",
  messages: "mails about messages",
  daily: "the daily mail",
} as const satisfies Record<Subscription["scope"], string>;

/** What the daily mail tells of. */
const GROUPS = {
  requirements: "What happens to requirements",
  messages: "Messages",
  inbox: "The inbox",
} as const satisfies Record<Subscription["groups"][number], string>;

/** Where mails are chosen, after signing in. */
function Settings() {
  return (
    <p>
      <a href="/client-dashboard/notifications">Choose which mails you get</a>, after signing in.
    </p>
  );
}

/**
 * What a mail's link would switch off, and the button that does it. Looking changes nothing: scanners open links. Of whom
 * the mails go to it says nothing: mails are passed on.
 */
export function SubscriptionCard({ scope, groups }: Subscription) {
  if (groups.length === 0) {
    return (
      <>
        <p className="lead">You don&apos;t get {SCOPES[scope]} any more.</p>
        <p>You still find everything on the site.</p>
        <Settings />
      </>
    );
  }
  return (
    <>
      <p className="lead">Switch off {SCOPES[scope]}?</p>
      {scope === "daily" && (
        <>
          <p>You would no longer hear about:</p>
          <ul className="ticks">
            {groups.map((group) => (
              <li key={group}>{GROUPS[group]}</li>
            ))}
          </ul>
        </>
      )}
      <Form method="post" className="actions">
        <Button name="intent" value="switch-off" busyText="Switching off...">
          Switch Off
        </Button>
      </Form>
      <Settings />
    </>
  );
}
